import { Random } from "../../suites/checker/testing/random-source.ts";
import {
  codeWords,
  eventWords,
  kindWords,
  partWords,
  reportWords,
  verbWords,
} from "./domain-words.ts";
import type { KindWords } from "./domain-words.ts";

export type PartNames = Readonly<Record<keyof typeof partWords, string>>;

const forms = {
  /** The location of an object's identity: the top level or a nested object. */
  identity: ["flat", "nested"],
  input: ["arguments", "object", "keyed"],
  /** The location of spec and status: each in a field, next to the identity, or each in an untyped value. */
  body: ["nested", "flat", "boxed"],
  version: ["String", "ID"],
  reply: ["object", "payload", "union"],
  list: ["plain", "wrapped", "connection"],
  listPlace: ["required", "optional"],
  errors: ["codes", "extension", "messages"],
  watch: ["enum", "text", "none"],
  socket: ["connectionInit", "upgradeHeader", "subscribePayload"],
  /** The names of root fields: verb first, kind first, or in snake case. */
  fields: ["verbFirst", "kindFirst", "snake"],
  /**
   * The name of the input for the version to replace: the name of the version in objects, that name with a prefix, or
   * another name.
   */
  precondition: ["same", "prefixed", "other"],
} as const;

export type Forms = {
  readonly [Dimension in keyof Omit<typeof forms, "version">]: (typeof forms)[Dimension][number];
} & { readonly version: "ID" | "Int" | "String" };

/** Less common variants. The first value of each property is the most frequent. */
const habits = {
  roots: ["flat", "grouped"],
  outputs: ["promised", "nullable"],
  refusals: ["ok", "status"],
  mutationId: ["none", "optional"],
  clock: ["none", "epoch", "iso"],
  /** The format of versions: a string of digits, a number, or an opaque token. */
  tokens: ["digits", "number", "opaque"],
  scope: ["places", "none"],
  /** Whether authors write labels, as an untyped value next to the spec. */
  labels: ["none", "map"],
  talk: ["plain", "quoting"],
  deletion: ["bare", "versioned"],
} as const;

/** Variants for seeds from {@link secondEdition} on. The first value of each property is the default. */
const laterHabits = {
  casing: ["plain", "snake"],
  /** Where a write takes the version to replace: in its input or in a separate argument. */
  guard: ["inside", "ifMatch"],
  /** Whether a single mutation writes the status, or each status field has its own mutation. */
  reports: ["whole", "apiece"],
  /** The response to a write: the object, its identity and version, or only success. */
  answers: ["object", "receipt", "done"],
  reading: ["name", "node"],
  /** The pagination of a list that is not a connection. */
  paging: ["whole", "offset"],
  /** What a watch without a cursor delivers first: the next event, or the current objects. */
  start: ["silent", "snapshot"],
  /** The content of an event: the object, or only its ID. */
  news: ["object", "id"],
} as const;

/** Variants for seeds from {@link thirdEdition} on. The first value of each property is the default. */
const latestHabits = {
  /** Whether a watch is a single subscription, or one subscription for each type of change. */
  streams: ["one", "each"],
  details: ["extensions", "beside", "deep"],
  pages: ["none", "token"],
  delivery: ["single", "batch"],
} as const;

/** Variants for seeds from {@link fourthEdition} on. The first value of each property is the default. */
const fourthHabits = {
  /** The result of a query: the object or list itself, a union with errors, or a payload. */
  asks: ["bare", "union", "wrapped"],
  /** Pagination with unusual names: by page number, offset or cursor, or with a single page. */
  sheets: ["none", "number", "offset", "mark", "one"],
  /**
   * How an event states its type: with an enum, or as a union. In a union, the type for delete events contains no
   * object.
   */
  life: ["worded", "union"],
} as const;

/** Variants for seeds from {@link fifthEdition} on. The first value of each property is the default. */
const fifthHabits = {
  /** The form of a field in updates and status writes: its value, or an assignment, e.g. `{ set: 3 }`. */
  assigning: ["value", "set"],
  /** The type of counts: Int, or a 64-bit scalar that is a string in responses. */
  counts: ["int", "long"],
  /** The form of a separate key in requests: an object, or one of several unique keys. */
  finding: ["key", "unique"],
  /** Whether each kind has its own watch, or a single subscription delivers events about all kinds. */
  feed: ["own", "common"],
} as const;

/** Variants for seeds from {@link sixthEdition} on. The first value of each property is the default. */
const sixthHabits = {
  /** Whether the user specifies the namespaces, or a query lists them as objects. */
  owners: ["told", "listed"],
} as const;

/** Variants for seeds from {@link seventhEdition} on. The first value of each property is the default. */
const seventhHabits = {
  /** Whether the user specifies the namespaces, or an error message lists them. */
  admitted: ["told", "refused"],
  /** Whether calls require an additional key field, which has the same value for all objects. */
  further: ["none", "constant"],
  /** The form of labels: an untyped map, or a list of pairs. */
  marks: ["map", "pairs"],
  /** Whether objects are read and listed by root fields, or by fields of their namespace. */
  nesting: ["root", "owner"],
} as const;

export type Habits = {
  readonly [Habit in keyof typeof habits]: (typeof habits)[Habit][number];
} & {
  readonly [Habit in keyof typeof laterHabits]: (typeof laterHabits)[Habit][number];
} & {
  readonly [Habit in keyof typeof latestHabits]: (typeof latestHabits)[Habit][number];
} & {
  readonly [Habit in keyof typeof fourthHabits]: (typeof fourthHabits)[Habit][number];
} & {
  readonly [Habit in keyof typeof fifthHabits]: (typeof fifthHabits)[Habit][number];
} & {
  readonly [Habit in keyof typeof sixthHabits]: (typeof sixthHabits)[Habit][number];
} & {
  readonly [Habit in keyof typeof seventhHabits]: (typeof seventhHabits)[Habit][number];
};

/** The first seed with the second set of variants. The APIs of lower seeds are unaffected. */
const secondEdition = 50_000;

const thirdEdition = 60_000;

const fourthEdition = 70_000;

const fifthEdition = 80_000;

const sixthEdition = 100_000;

const seventhEdition = 700_000;

export interface Stranger {
  readonly seed: number;
  readonly kinds: readonly KindWords[];
  readonly names: PartNames;
  readonly verbs: (typeof verbWords)[number];
  readonly events: (typeof eventWords)[number];
  readonly reported?: string;
  readonly codes: (typeof codeWords)[number];
  readonly forms: Forms;
  readonly habits: Habits;
  readonly clock: string;
  readonly labels: string;
  readonly further: string;
  readonly furtherValue: string;
  /** Name of a constant field that resembles a version, on every object. Absent if there is none. */
  readonly bystander?: string;
  readonly places: readonly [string, string];
}

/** Names of constant fields. Half of all APIs have no such field. */
const bystanders = ["tenure", "batchRef"] as const;

const maxKinds = 3;

/** Generates the API of a seed. Deterministic. */
export function strangerOf(seed: number): Stranger {
  const random = new Random(seed * 7919 + 17);
  const first = random.below(kindWords.length);
  const kinds = Array.from({ length: 1 + random.below(maxKinds) }, (_, index) => {
    return kindWords[(first + index * 5) % kindWords.length];
  }).filter((kind) => kind !== undefined);
  const chosen = {
    identity: random.pick(forms.identity),
    input: random.pick(forms.input),
    body: random.pick(forms.body),
    version: random.pick(forms.version),
    reply: random.pick(forms.reply),
    list: random.pick(forms.list),
    listPlace: random.pick(forms.listPlace),
    errors: random.pick(forms.errors),
    watch: random.pick(forms.watch),
    socket: random.pick(forms.socket),
    fields: random.pick(forms.fields),
    precondition: random.pick(forms.precondition),
  };
  // A separate generator, so that the other choices of a seed are unaffected.
  const apart = new Random(seed * 104_729 + 5);
  const bystander = apart.below(2) === 0 ? undefined : apart.pick(bystanders);
  const ownKinds = kinds.filter((kind, index) => kinds.indexOf(kind) === index);
  const own = habitsFrom(seed, chosen, ownKinds.length);
  const version = own.tokens === "number" ? "Int" : chosen.version;
  const [clock, labels] = [apart.pick(clockWords), apart.pick(labelWords)];
  const reported = apart.pick(reportWords);
  const [further, furtherValue] = [apart.pick(furtherWords), apart.pick(furtherValues)];
  return {
    seed,
    habits: own,
    clock,
    labels,
    further,
    furtherValue,
    ...(reported === "" ? {} : { reported }),
    ...(bystander === undefined ? {} : { bystander }),
    kinds: ownKinds,
    names: casedNames(namesFrom(random), own),
    verbs: random.pick(verbWords),
    events: random.pick(eventWords),
    codes: random.pick(codeWords),
    forms: { ...chosen, version },
    places: ["north", "south"],
  };
}

const clockWords = ["createdAt", "born", "since", "creationTimestamp"] as const;

const furtherWords = ["tenant", "account", "estate"] as const;

const furtherValues = ["acme", "umbra"] as const;

const labelWords = ["labels", "tags", "marks", "badges"] as const;

type HabitForms = Pick<
  Forms,
  "body" | "errors" | "identity" | "input" | "list" | "reply" | "watch"
>;

function habitsFrom(seed: number, drawn: HabitForms, kinds: number): Habits {
  const later = laterHabitsFrom(seed, drawn);
  const latest = latestHabitsFrom(seed, { ...drawn, ...later });
  const known = { ...firstHabitsFrom(seed, drawn), ...later, ...latest };
  const most = { ...known, ...fourthHabitsFrom(seed, { ...drawn, ...known }) };
  const all = { ...most, ...fifthHabitsFrom(seed, { ...drawn, ...most }, kinds) };
  const told = { ...all, ...sixthHabitsFrom(seed, all) };
  return { ...told, ...seventhHabitsFrom(seed, { ...drawn, ...told }) };
}

function mayNest({
  identity,
  roots,
  owners,
  asks,
  answers,
}: Pick<HabitForms, "identity"> & Omit<Habits, keyof typeof seventhHabits>): boolean {
  const isFlat = identity === "flat" && roots === "flat" && owners === "told";
  return isFlat && asks === "bare" && answers === "object";
}

function seventhHabitsFrom(
  seed: number,
  drawn: HabitForms & Omit<Habits, keyof typeof seventhHabits>,
): Pick<Habits, keyof typeof seventhHabits> {
  if (seed < seventhEdition) {
    return { admitted: "told", further: "none", marks: "map", nesting: "root" };
  }
  const random = new Random(seed * 141_650_939 + 29);
  const of = <Word>([usual, ...others]: readonly [Word, Word, ...Word[]]): Word =>
    random.chance(1 / 2) ? usual : random.pick(others);
  const admitted = of(seventhHabits.admitted);
  const further = of(seventhHabits.further);
  const marks = of(seventhHabits.marks);
  const nesting = of(seventhHabits.nesting);
  const isPlaced = drawn.scope === "places" && drawn.reading === "name" && drawn.finding === "key";
  const isNested = isPlaced && mayNest(drawn) && nesting === "owner";
  return {
    admitted: drawn.scope === "places" && drawn.owners === "told" ? admitted : "told",
    further: isPlaced && !isNested ? further : "none",
    marks: drawn.labels === "none" ? "map" : marks,
    nesting: isNested ? "owner" : "root",
  };
}

/** The names of the variants that only the last two editions have. */
type LastHabit = keyof typeof seventhHabits | keyof typeof sixthHabits;

function sixthHabitsFrom(
  seed: number,
  { scope }: Pick<Habits, "scope">,
): Pick<Habits, keyof typeof sixthHabits> {
  const random = new Random(seed * 122_949_823 + 23);
  const isListed = seed >= sixthEdition && scope === "places" && random.chance(1 / 2);
  return { owners: isListed ? "listed" : "told" };
}

function fifthHabitsFrom(
  seed: number,
  drawn: HabitForms & Omit<Habits, keyof typeof fifthHabits | LastHabit>,
  kinds: number,
): Pick<Habits, keyof typeof fifthHabits> {
  if (seed < fifthEdition) {
    return { assigning: "value", counts: "int", finding: "key", feed: "own" };
  }
  const random = new Random(seed * 86_028_121 + 19);
  const of = <Word>([usual, ...others]: readonly [Word, Word, ...Word[]]): Word =>
    random.chance(1 / 2) ? usual : random.pick(others);
  const assigning = of(fifthHabits.assigning);
  const counts = of(fifthHabits.counts);
  const finding = of(fifthHabits.finding);
  const feed = of(fifthHabits.feed);
  const isTyped = drawn.body !== "boxed";
  const hasKey = drawn.input === "keyed" && drawn.identity === "flat" && drawn.scope === "places";
  const hasEvents = drawn.watch !== "none" && drawn.news === "object" && drawn.life === "worded";
  const isPlain =
    drawn.streams === "one" && drawn.delivery === "single" && drawn.start === "silent";
  return {
    assigning: isTyped && drawn.reports === "whole" ? assigning : "value",
    counts: isTyped ? counts : "int",
    finding: hasKey ? finding : "key",
    feed: hasEvents && isPlain && kinds > 1 ? feed : "own",
  };
}

function fourthHabitsFrom(
  seed: number,
  drawn: HabitForms &
    Omit<Habits, keyof typeof fifthHabits | keyof typeof fourthHabits | LastHabit>,
): Pick<Habits, keyof typeof fourthHabits> {
  if (seed < fourthEdition) return { asks: "bare", sheets: "none", life: "worded" };
  const random = new Random(seed * 67_867_967 + 13);
  const of = <Word>([usual, ...others]: readonly [Word, Word, ...Word[]]): Word =>
    random.chance(1 / 3) ? usual : random.pick(others);
  const asks = of(fourthHabits.asks);
  const sheets = of(fourthHabits.sheets);
  const life = of(fourthHabits.life);
  const isWhole = drawn.paging === "whole" && drawn.pages === "none" && drawn.list !== "connection";
  const hasStream = drawn.watch !== "none" && drawn.news === "object" && drawn.streams === "one";
  return {
    asks: drawn.reading === "node" ? "bare" : asks,
    sheets: isWhole && (sheets !== "mark" || drawn.list === "wrapped") ? sheets : "none",
    life: hasStream ? life : "worded",
  };
}

function latestHabitsFrom(
  seed: number,
  { errors, list, watch, news, paging }: HabitForms & Pick<Habits, "news" | "paging">,
): Pick<Habits, keyof typeof latestHabits> {
  if (seed < thirdEdition) {
    return { streams: "one", details: "extensions", pages: "none", delivery: "single" };
  }
  const random = new Random(seed * 49_979_687 + 7);
  const of = <Word>([usual, ...others]: readonly [Word, Word, ...Word[]]): Word =>
    random.chance(1 / 2) ? usual : random.pick(others);
  const drawn = {
    streams: of(latestHabits.streams),
    details: of(latestHabits.details),
    pages: of(latestHabits.pages),
    delivery: of(latestHabits.delivery),
  };
  const isToldWhole = watch !== "none" && news === "object";
  return {
    streams: isToldWhole ? drawn.streams : "one",
    details: errors === "messages" ? "extensions" : drawn.details,
    pages: list === "wrapped" && paging === "whole" ? drawn.pages : "none",
    delivery: isToldWhole && drawn.streams === "one" ? drawn.delivery : "single",
  };
}

const usualHabits = {
  casing: "plain",
  guard: "inside",
  reports: "whole",
  answers: "object",
  reading: "name",
  paging: "whole",
  start: "silent",
  news: "object",
} as const;

function laterHabitsFrom(
  seed: number,
  { identity, input, reply, list, watch }: HabitForms,
): Pick<Habits, keyof typeof laterHabits> {
  if (seed < secondEdition) return usualHabits;
  const random = new Random(seed * 32_452_843 + 11);
  const of = <Word>([usual, ...others]: readonly [Word, Word, ...Word[]]): Word =>
    random.chance(3 / 4) ? usual : random.pick(others);
  const drawn = {
    casing: of(laterHabits.casing),
    guard: of(laterHabits.guard),
    reports: of(laterHabits.reports),
    answers: of(laterHabits.answers),
    reading: of(laterHabits.reading),
    paging: of(laterHabits.paging),
    start: of(laterHabits.start),
    news: of(laterHabits.news),
  };
  // The interface of all objects contains only top-level fields, so the ID must not be nested.
  const reading = identity === "nested" || input === "keyed" ? "name" : drawn.reading;
  const chosen = { ...drawn, reading };
  return {
    ...chosen,
    // If objects are read by ID, the response to a create mutation must contain the ID.
    answers: reply === "union" || chosen.reading === "node" ? "object" : chosen.answers,
    paging: list === "connection" ? "whole" : chosen.paging,
    start: watch === "none" ? "silent" : chosen.start,
    news: watch === "none" ? "object" : chosen.news,
  };
}

function firstHabitsFrom(
  seed: number,
  { reply, input }: HabitForms,
): Pick<Habits, keyof typeof habits> {
  const random = new Random(seed * 15_485_863 + 3);
  const of = <Word>([usual, ...others]: readonly [Word, Word, ...Word[]]): Word =>
    random.chance(2 / 3) ? usual : random.pick(others);
  const drawn = {
    roots: of(habits.roots),
    outputs: of(habits.outputs),
    refusals: of(habits.refusals),
    mutationId: of(habits.mutationId),
    clock: of(habits.clock),
    tokens: of(habits.tokens),
    deletion: of(habits.deletion),
    scope: of(habits.scope),
    talk: of(habits.talk),
    labels: of(habits.labels),
  };
  return {
    ...drawn,
    // Delete mutations have a single result type, so they cannot return a conflict.
    deletion: reply === "union" ? "bare" : drawn.deletion,
    mutationId: input === "object" && reply === "payload" ? drawn.mutationId : "none",
  };
}

function namesFrom(random: Random): PartNames {
  return {
    name: random.pick(partWords.name),
    place: random.pick(partWords.place),
    uid: random.pick(partWords.uid),
    version: random.pick(partWords.version),
    generation: random.pick(partWords.generation),
    spec: random.pick(partWords.spec),
    status: random.pick(partWords.status),
    holder: random.pick(partWords.holder),
    input: random.pick(partWords.input),
    event: random.pick(partWords.event),
  };
}

/** If the API uses snake case, replaces some field names with compound names. */
function casedNames(names: PartNames, { casing, reading }: Habits): PartNames {
  const { version, generation, status, spec } = names;
  // The `node` interface requires the field name `id`.
  const uid = reading === "node" ? "id" : names.uid;
  if (casing === "plain") return { ...names, uid };
  return {
    ...names,
    uid: reading === "node" ? uid : `object_${uid}`,
    version: `row_${version}`,
    generation: `${spec}_${generation}`,
    status: `last_${status}`,
  };
}

/** Some statuses name the generation that they observed after the API's own word for it. */
export function observedName({ habits: { casing }, names: { generation } }: Stranger): string {
  if (casing === "snake") return "observed_generation";
  const own = observing[generation];
  return own === undefined ? "observedGeneration" : `${own}${capital(generation)}`;
}

const observing: Readonly<Record<string, string>> = { turn: "seen", wave: "lastApplied" };

export function reportedMembers(stranger: Stranger, kind: KindWords): readonly string[] {
  return [...kind.status.map(({ name }) => name), observedName(stranger)];
}

export function reportName(stranger: Stranger, kind: KindWords, member: string): string {
  const name = mutationName(stranger, "status", kind);
  return stranger.forms.fields === "snake"
    ? `${name}_${snake(member)}`
    : `${name}${capital(member)}`;
}

export function preconditionOf({
  names,
  habits: { guard },
  forms: { precondition },
}: Stranger): string {
  if (guard === "ifMatch") return "ifMatch";
  if (precondition === "same") return names.version;
  return precondition === "prefixed" ? `expected${capital(names.version)}` : "basedOn";
}

export function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

export function mutationName(
  { verbs, habits: { roots }, forms: { fields } }: Stranger,
  verb: keyof Stranger["verbs"],
  { kind }: KindWords,
): string {
  const word = verbs[verb];
  if (roots === "grouped") return word;
  if (fields === "snake") return `${word}_${snake(kind)}`;
  return fields === "verbFirst" ? `${word}${kind}` : `${small(kind)}${capital(word)}`;
}

export function readName(
  { habits: { roots }, forms: { fields } }: Stranger,
  { kind }: KindWords,
): string {
  if (roots === "grouped") return "one";
  if (fields === "snake") return `fetch_${snake(kind)}`;
  return fields === "verbFirst" ? small(kind) : `${small(kind)}Of`;
}

export function listName(
  { habits: { roots }, forms: { fields } }: Stranger,
  { several }: KindWords,
): string {
  if (roots === "grouped") return "all";
  if (fields === "snake") return `${snake(several)}_all`;
  return fields === "verbFirst" ? several : `${several}In`;
}

/**
 * Returns the root field that groups the operations of a kind. Returns undefined if the operations are root fields
 * themselves.
 */
export function groupName({ habits: { roots } }: Stranger, kind: KindWords): string | undefined {
  return roots === "grouped" ? kind.several : undefined;
}

export function watchName(
  { habits: { feed }, forms: { fields } }: Stranger,
  { kind }: KindWords,
): string {
  if (feed === "common") return fields === "snake" ? "all_news" : "news";
  return fields === "snake" ? `${snake(kind)}_news` : `${small(kind)}News`;
}

/**
 * If each type of change has its own subscription, returns those of a kind, for created, changed and deleted objects.
 */
export function streamNames(
  { events, forms: { fields } }: Stranger,
  { kind }: KindWords,
): readonly [string, string, string] {
  const named = (word: string): string =>
    fields === "snake"
      ? `${snake(kind)}_${word.toLowerCase()}`
      : `${small(kind)}${capital(word.toLowerCase())}`;
  const [added, changed, gone] = events;
  return [named(added), named(changed), named(gone)];
}

export function ownersOf({ names: { place } }: Pick<Stranger, "names">): {
  readonly field: string;
  readonly type: string;
} {
  return { field: `${place}s`, type: capital(place) };
}

export function nestOf({ names: { place } }: Pick<Stranger, "names">): {
  readonly field: string;
  readonly type: string;
  readonly key: string;
} {
  return { field: place, type: capital(place), key: "ref" };
}

export function objectName({ kind }: KindWords): string {
  return small(kind);
}

function small(word: string): string {
  return `${word.charAt(0).toLowerCase()}${word.slice(1)}`;
}

function snake(word: string): string {
  return small(word).replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
