import { Random } from "../../suites/checker/testing/random.ts";
import { codeWords, eventWords, kindWords, partWords, reportWords, verbWords } from "./words.ts";
import type { KindWords } from "./words.ts";

/** How the parts of objects are called in one API. */
export type PartNames = Readonly<Record<keyof typeof partWords, string>>;

/** What an API may do in one way or another. */
const forms = {
  /** Where objects carry their identity. */
  identity: ["flat", "nested"],
  /** How mutations take what they are given: as arguments, as one input object, or a key beside the rest. */
  input: ["arguments", "object", "keyed"],
  /** Where spec and status stand: in a field each, beside the identity, or in values of any form. */
  body: ["nested", "flat", "boxed"],
  version: ["String", "ID"],
  reply: ["object", "payload", "union"],
  list: ["plain", "wrapped", "connection"],
  listPlace: ["required", "optional"],
  errors: ["codes", "extension", "messages"],
  watch: ["enum", "text", "none"],
  socket: ["connectionInit", "upgradeHeader", "subscribePayload"],
  /** How fields are called: verb and kind in some order, or with underscores. */
  fields: ["verbFirst", "kindFirst", "snake"],
  /** How an input calls the version that it replaces: as objects do, or otherwise. */
  precondition: ["same", "prefixed", "other"],
} as const;

/** The forms of one API, a choice for each dimension. */
export type Forms = {
  readonly [Dimension in keyof Omit<typeof forms, "version">]: (typeof forms)[Dimension][number];
} & { readonly version: "ID" | "Int" | "String" };

/** What an API may do otherwise than most. The usual way stands first, and is the commonest. */
const habits = {
  /** Whether operations stand at the roots of the schema, or in a field for each kind. */
  roots: ["flat", "grouped"],
  /** Whether types promise what replies hold. */
  outputs: ["promised", "nullable"],
  /** With which status refusals come over HTTP. */
  refusals: ["ok", "status"],
  /** Whether inputs and payloads carry a `clientMutationId`. */
  mutationId: ["none", "optional"],
  /** How objects say when they were created. */
  clock: ["none", "epoch", "iso"],
  /** What versions look like: a text of digits, a number, or a token that nothing follows from. */
  tokens: ["digits", "number", "opaque"],
  /** Whether objects stand in places, or have a name and nothing else. */
  scope: ["places", "none"],
  /** Whether authors write labels, as a value of any form beside the spec. */
  labels: ["none", "map"],
  /** Whether refusals in words quote what they are about. */
  talk: ["plain", "quoting"],
  /** Whether a deletion names the version that it removes. */
  deletion: ["bare", "versioned"],
} as const;

/** More of what an API may do, which seeds know from {@link secondEdition} on. The usual way stands first. */
const laterHabits = {
  /** Whether the parts of objects are called in one word, or in words with underscores. */
  casing: ["plain", "snake"],
  /** Where a write names the version that it replaces: among what it is given, or in an argument beside it. */
  guard: ["inside", "ifMatch"],
  /** Whether one mutation writes a status, or one for each of its fields. */
  reports: ["whole", "apiece"],
  /** What a write answers: the object, no more of it than its identity, or that it was done. */
  answers: ["object", "receipt", "done"],
  /** How an object is found: by its name, or by its id, and read through an interface of all objects. */
  reading: ["name", "node"],
  /** How the rest of a long list is asked for, where no connection says it. */
  paging: ["whole", "offset"],
  /** What a watch without a cursor starts with. */
  start: ["silent", "snapshot"],
  /** What events carry. */
  news: ["object", "id"],
} as const;

/** More still, which seeds know from {@link thirdEdition} on. The usual way stands first. */
const latestHabits = {
  /** Whether a watch is one subscription, or one for each type of change, which has no word for it. */
  streams: ["one", "each"],
  /** Where errors carry their code and what explains it. */
  details: ["extensions", "beside", "deep"],
  /** Whether lists name the next page by a token. */
  pages: ["none", "token"],
  /** Whether watches deliver events alone or in batches. */
  delivery: ["single", "batch"],
} as const;

/** And more, which seeds know from {@link fourthEdition} on. The usual way stands first. */
const fourthHabits = {
  /** What a query answers: the object or the list, a union with what is amiss, or a payload around it. */
  asks: ["bare", "union", "wrapped"],
  /** Whether lists come in pages in words of their own: counted, behind a place or a mark, or one alone. */
  sheets: ["none", "number", "offset", "mark", "one"],
  /** Whether events have a word for what happened, or a type each, of which the last has no object. */
  life: ["worded", "union"],
} as const;

/** The habits of one API. */
export type Habits = {
  readonly [Habit in keyof typeof habits]: (typeof habits)[Habit][number];
} & {
  readonly [Habit in keyof typeof laterHabits]: (typeof laterHabits)[Habit][number];
} & {
  readonly [Habit in keyof typeof latestHabits]: (typeof latestHabits)[Habit][number];
} & {
  readonly [Habit in keyof typeof fourthHabits]: (typeof fourthHabits)[Habit][number];
};

/** The first seed that knows the later habits. Those before it stand for the same API as ever. */
const secondEdition = 50_000;

/** The first seed that knows the latest habits. */
const thirdEdition = 60_000;

/** The first seed that queries, pages and events of more forms belong to. */
const fourthEdition = 70_000;

/** A GraphQL API that a seed stands for. */
export interface Stranger {
  readonly seed: number;
  readonly kinds: readonly KindWords[];
  readonly names: PartNames;
  readonly verbs: (typeof verbWords)[number];
  readonly events: (typeof eventWords)[number];
  /** What tells that a status was written, where that has a word of its own. */
  readonly reported?: string;
  readonly codes: (typeof codeWords)[number];
  readonly forms: Forms;
  readonly habits: Habits;
  /** What objects call the time of their creation. */
  readonly clock: string;
  /** What objects call their labels, where they have any. */
  readonly labels: string;
  /** A field of every object that looks like a version, stands before it and never moves. None by default. */
  readonly bystander?: string;
  /** Namespaces that it has. */
  readonly places: readonly [string, string];
}

/** What fields are called that nothing asks for; half of all strangers have none. */
const bystanders = ["tenure", "batchRef"] as const;

/** The most kinds of one API that is run. */
const mostKinds = 3;

/** The API of a seed; the same for the same seed. */
export function strangerOf(seed: number): Stranger {
  const random = new Random(seed * 7919 + 17);
  const first = random.below(kindWords.length);
  const kinds = Array.from({ length: 1 + random.below(mostKinds) }, (_, index) => {
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
  // Drawn apart, so that a seed stands for the same words as ever.
  const apart = new Random(seed * 104_729 + 5);
  const bystander = apart.below(2) === 0 ? undefined : apart.pick(bystanders);
  const own = habitsFrom(seed, chosen);
  const version = own.tokens === "number" ? "Int" : chosen.version;
  const [clock, labels] = [apart.pick(clockWords), apart.pick(labelWords)];
  const reported = apart.pick(reportWords);
  return {
    seed,
    habits: own,
    clock,
    labels,
    ...(reported === "" ? {} : { reported }),
    ...(bystander === undefined ? {} : { bystander }),
    kinds: kinds.filter((kind, index) => kinds.indexOf(kind) === index),
    names: casedNames(namesFrom(random), own),
    verbs: random.pick(verbWords),
    events: random.pick(eventWords),
    codes: random.pick(codeWords),
    forms: { ...chosen, version },
    places: ["north", "south"],
  };
}

const clockWords = ["createdAt", "born", "since", "creationTimestamp"] as const;

const labelWords = ["labels", "tags", "marks", "badges"] as const;

type HabitForms = Pick<Forms, "errors" | "identity" | "input" | "list" | "reply" | "watch">;

function habitsFrom(seed: number, drawn: HabitForms): Habits {
  const later = laterHabitsFrom(seed, drawn);
  const latest = latestHabitsFrom(seed, { ...drawn, ...later });
  const known = { ...firstHabitsFrom(seed, drawn), ...later, ...latest };
  return { ...known, ...fourthHabitsFrom(seed, { ...drawn, ...known }) };
}

function fourthHabitsFrom(
  seed: number,
  drawn: HabitForms & Omit<Habits, keyof typeof fourthHabits>,
): Pick<Habits, keyof typeof fourthHabits> {
  if (seed < fourthEdition) return { asks: "bare", sheets: "none", life: "worded" };
  const random = new Random(seed * 67_867_967 + 13);
  const of = <Word>([usual, ...others]: readonly [Word, Word, ...Word[]]): Word =>
    random.chance(1 / 3) ? usual : random.pick(others);
  const asks = of(fourthHabits.asks);
  const sheets = of(fourthHabits.sheets);
  const life = of(fourthHabits.life);
  const isWhole = drawn.paging === "whole" && drawn.pages === "none" && drawn.list !== "connection";
  const isTold = drawn.watch !== "none" && drawn.news === "object" && drawn.streams === "one";
  return {
    asks: drawn.reading === "node" ? "bare" : asks,
    sheets: isWhole && (sheets !== "mark" || drawn.list === "wrapped") ? sheets : "none",
    life: isTold ? life : "worded",
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
  // Only what stands in objects themselves can be promised by all of them.
  const reading = identity === "nested" || input === "keyed" ? "name" : drawn.reading;
  const chosen = { ...drawn, reading };
  return {
    ...chosen,
    // The id by which an object is read comes with the answer to its creation.
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
    // A deletion replies in one way, so that it has no clash among its types.
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

/** The names in words with underscores, where that is how an API calls its parts. */
function casedNames(names: PartNames, { casing, reading }: Habits): PartNames {
  const { version, generation, status, spec } = names;
  // What `node` takes is called so by all that have it.
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

/** What a status calls the generation that it is about. */
export function observedName({ habits: { casing } }: Stranger): string {
  return casing === "snake" ? "observed_generation" : "observedGeneration";
}

/** The fields of a status that a mutation of their own writes, where each has one. */
export function reportedMembers(stranger: Stranger, kind: KindWords): readonly string[] {
  return [...kind.status.map(({ name }) => name), observedName(stranger)];
}

/** What the mutation is called that writes one field of a status. */
export function reportName(stranger: Stranger, kind: KindWords, member: string): string {
  const name = mutationName(stranger, "status", kind);
  return stranger.forms.fields === "snake"
    ? `${name}_${snake(member)}`
    : `${name}${capital(member)}`;
}

/** How an input calls the version that it replaces. */
export function preconditionOf({
  names,
  habits: { guard },
  forms: { precondition },
}: Stranger): string {
  if (guard === "ifMatch") return "ifMatch";
  if (precondition === "same") return names.version;
  return precondition === "prefixed" ? `expected${capital(names.version)}` : "basedOn";
}

/** A word with a capital in front. */
export function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** What one of the mutations of a kind is called. */
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

/** What the query is called that gives one object of a kind. */
export function readName(
  { habits: { roots }, forms: { fields } }: Stranger,
  { kind }: KindWords,
): string {
  if (roots === "grouped") return "one";
  if (fields === "snake") return `fetch_${snake(kind)}`;
  return fields === "verbFirst" ? small(kind) : `${small(kind)}Of`;
}

/** What the query is called that gives all objects of a kind. */
export function listName(
  { habits: { roots }, forms: { fields } }: Stranger,
  { several }: KindWords,
): string {
  if (roots === "grouped") return "all";
  if (fields === "snake") return `${snake(several)}_all`;
  return fields === "verbFirst" ? several : `${several}In`;
}

/** The field of the roots in which the operations of a kind stand. Undefined where they stand at the roots. */
export function groupName({ habits: { roots } }: Stranger, kind: KindWords): string | undefined {
  return roots === "grouped" ? kind.several : undefined;
}

/** What the subscription to a kind is called. */
export function watchName({ forms: { fields } }: Stranger, { kind }: KindWords): string {
  return fields === "snake" ? `${snake(kind)}_news` : `${small(kind)}News`;
}

/** The subscriptions to a kind, where each type of change has one: born, changed, gone. */
export function streamNames(
  { events, forms: { fields } }: Stranger,
  { kind }: KindWords,
): readonly [string, string, string] {
  const named = (word: string): string =>
    fields === "snake"
      ? `${snake(kind)}_${word.toLowerCase()}`
      : `${small(kind)}${capital(word.toLowerCase())}`;
  const [born, changed, gone] = events;
  return [named(born), named(changed), named(gone)];
}

/** What events and payloads call the object in them. */
export function objectName({ kind }: KindWords): string {
  return small(kind);
}

function small(word: string): string {
  return `${word.charAt(0).toLowerCase()}${word.slice(1)}`;
}

function snake(word: string): string {
  return small(word).replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
