export interface KindWords {
  readonly kind: string;
  readonly several: string;
  readonly spec: readonly MemberWords[];
  readonly status: readonly MemberWords[];
}

export interface MemberWords {
  readonly name: string;
  readonly type: "count" | "text" | "texts" | readonly string[];
}

const count = (name: string): MemberWords => ({ name, type: "count" });
const text = (name: string): MemberWords => ({ name, type: "text" });
const texts = (name: string): MemberWords => ({ name, type: "texts" });
const oneOf = (name: string, ...type: readonly string[]): MemberWords => ({ name, type });

/** Kinds from many domains. No field of a spec or status has a common metadata name, such as `name` or `version`. */
export const kindWords: readonly KindWords[] = [
  {
    kind: "Kiln",
    several: "kilns",
    spec: [count("heat"), oneOf("glaze", "ASH", "SALT", "CELADON"), texts("vents")],
    status: [oneOf("glow", "COLD", "FIRING", "COOLING"), count("degrees"), texts("shelves")],
  },
  {
    kind: "Ferry",
    several: "ferries",
    spec: [text("route"), count("decks")],
    status: [count("passengers"), text("berth")],
  },
  {
    kind: "Choir",
    several: "choirs",
    spec: [oneOf("pitch", "LOW", "MIDDLE", "HIGH"), count("voices")],
    status: [count("rehearsed"), oneOf("mood", "CALM", "BRIGHT", "DARK"), text("leader")],
  },
  {
    kind: "Orchard",
    several: "orchards",
    spec: [count("trees"), text("fruit"), texts("paths")],
    status: [count("ripe"), texts("pests")],
  },
  {
    kind: "Pump",
    several: "pumps",
    spec: [count("litres"), text("valve")],
    status: [count("strokes"), oneOf("noise", "QUIET", "HUMMING", "ROARING")],
  },
  {
    kind: "Ledger",
    several: "ledgers",
    spec: [text("currency"), count("ceiling")],
    status: [count("booked"), text("auditor")],
  },
  {
    kind: "Antenna",
    several: "antennas",
    spec: [count("band"), oneOf("beam", "NARROW", "WIDE", "FANNED"), text("mast")],
    status: [count("gain"), text("satellite")],
  },
  {
    kind: "Bakery",
    several: "bakeries",
    spec: [count("ovens"), texts("breads")],
    status: [count("loaves"), texts("sold"), text("baker")],
  },
  {
    kind: "Anlage",
    several: "anlagen",
    spec: [count("leistung"), text("bauart")],
    status: [count("drehzahl"), oneOf("lage", "STEHT", "DREHT", "STOERT")],
  },
  {
    kind: "Telescope",
    several: "telescopes",
    spec: [text("object"), count("exposure")],
    status: [count("frames"), oneOf("dome", "SHUT", "MOVING", "OPEN"), text("observer")],
  },
  {
    kind: "PressRun",
    several: "pressRuns",
    spec: [count("copies"), text("paper"), texts("inks")],
    status: [count("printed"), text("foreman")],
  },
  {
    kind: "Herd",
    several: "herds",
    spec: [count("heads"), text("meadow")],
    status: [count("milked"), texts("calves")],
  },
];

/** Names for the fields of an object in many styles: plain, terse, Hungarian notation, another language. */
export const partWords = {
  name: ["slug", "handle", "callsign", "ref", "ident", "moniker", "szName", "kennung", "name"],
  place: ["yard", "plot", "depot", "mandant", "wing", "sector", "harbour", "namespace", "project"],
  uid: ["id", "gid", "uid", "oid", "serialNo"],
  version: ["rev", "stamp", "tick", "edition", "seal", "dwRev", "etag", "version", "stand"],
  generation: ["turn", "round", "generation", "wave", "auflage"],
  spec: ["wish", "desired", "plan", "intent", "blueprint", "soll", "target", "spec"],
  status: ["facts", "reading", "actual", "ist", "witnessed", "reality", "outcome", "status"],
  holder: ["key", "head", "meta", "metadata", "about", "kopf"],
  input: ["input", "data", "req", "in", "payload", "params"],
  event: ["what", "verb", "type", "happened", "sort"],
} as const;

/** Names of mutations. Each row has a consistent style. */
export const verbWords = [
  { create: "enlist", update: "amend", status: "declare", remove: "dismiss" },
  { create: "commission", update: "refit", status: "attest", remove: "scrap" },
  { create: "create", update: "update", status: "report", remove: "delete" },
  { create: "found", update: "revise", status: "witness", remove: "abandon" },
  { create: "admit", update: "alter", status: "chronicle", remove: "expel" },
  { create: "anlegen", update: "aendern", status: "melden", remove: "loeschen" },
  { create: "raise", update: "retool", status: "testify", remove: "raze" },
  { create: "mk", update: "chg", status: "obs", remove: "rm" },
  { create: "doCreate", update: "doAlter", status: "doTell", remove: "doErase" },
] as const;

export const eventWords = [
  ["ADDED", "MODIFIED", "DELETED"],
  ["CREATED", "CHANGED", "GONE"],
  ["BORN", "SHAPED", "LOST"],
  ["NEW", "UPDATED", "REMOVED"],
  ["NEU", "ANDERS", "WEG"],
] as const;

/**
 * Event types for status writes, if they differ from the type for other changes. Half of the APIs have no separate
 * type.
 */
export const reportWords = ["", "", "", "REPORTED", "TOLD", "GEMELDET"] as const;

/** Error codes. Each row has a consistent style. */
export const codeWords = [
  {
    unauthenticated: "UNAUTHENTICATED",
    forbidden: "FORBIDDEN",
    notFound: "NOT_FOUND",
    alreadyExists: "ALREADY_EXISTS",
    conflict: "CONFLICT",
    invalid: "INVALID",
  },
  {
    unauthenticated: "NO_SESSION",
    forbidden: "HANDS_OFF",
    notFound: "NOBODY_THERE",
    alreadyExists: "TAKEN",
    conflict: "STALE",
    invalid: "MALFORMED",
  },
  {
    unauthenticated: "E401",
    forbidden: "E403",
    notFound: "E404",
    alreadyExists: "E409A",
    conflict: "E409B",
    invalid: "E422",
  },
] as const;

export type RefusalWord = keyof (typeof codeWords)[number];
