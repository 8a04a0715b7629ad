import { getNamedType, isEnumType, isObjectType, isUnionType } from "graphql";
import type {
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
} from "graphql";
import { memoized } from "#contract";
import type { ObjectOperation, OutcomeMatcher } from "#targets/graphql";
import { withUnions } from "../schema/abstract-fields.ts";
import { dividedByCommand } from "../schema/command-inputs.ts";
import { flattened } from "../schema/flattened.ts";
import { furtherReads } from "./further-reads.ts";
import { selectedWatches } from "../operations/given-fields.ts";
import { asSpelled } from "./kind-operations.ts";
import {
  deletedKinds,
  kindTypes,
  namesAKind,
  ownersOf,
  reachedBy,
  spokenAmong,
} from "./kind-types.ts";
import type { KindType } from "./kind-types.ts";
import { withLiveReads } from "../operations/live-queries.ts";
import { mutationVerb } from "../operations/mutations.ts";
import type { MutationGuess } from "../operations/mutations.ts";
import { NameIndex } from "../schema/name-index.ts";
import { withAlternatives } from "../schema/notebook.ts";
import { partsByWord } from "../schema/object-types.ts";
import { conflictIn, payloadOf, writtenIn } from "../schema/payloads.ts";
import type { Payload } from "../schema/payloads.ts";
import { withNamesOfReads, withOwnerNames } from "../schema/owner-names.ts";
import { queryFields } from "./query-fields.ts";
import { roleOf } from "../schema/role-words.ts";
import { outputFields, rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { wholesOf } from "../schema/related-parts.ts";
import type { WholeReader } from "../schema/related-parts.ts";
import { operationQueries } from "../schema/running-operations.ts";
import { leavesOf, plain } from "../schema/shapes.ts";
import { similarWatches } from "./similar-types.ts";
import { givenFor, isMeant, noHints } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";
import { wordsOf } from "../schema/value-styles.ts";
import { watchesOf } from "../operations/watch-guesses.ts";
import type { WatchableKinds, WatchGuess } from "../operations/watch-guesses.ts";

export interface MutationField extends MutationGuess {
  readonly field: RootField;
  /** The kind that the mutation writes. Absent if an argument specifies it. */
  readonly kind?: string;
  readonly result: string | null;
  readonly isTyped: boolean;
}

export interface Surface {
  readonly kinds: readonly KindType[];
  readonly mutations: readonly MutationField[];
  /** Reads of a kind through interfaces and unions, in addition to its own reads. */
  readonly furtherReads: (kind: KindType) => readonly ObjectOperation[];
  readonly generic: readonly KindType[];
  /** The mutations of a kind, followed by the generic mutations. */
  readonly mutationsOf: (kind: string) => readonly MutationField[];
  readonly watches: readonly WatchGuess[];
  readonly subscriptions: readonly RootField[];
  readonly running: ReadonlyMap<string, RootField>;
  /** Matchers for the conflicts that payloads report, without duplicates. */
  readonly conflicts: readonly OutcomeMatcher[];
}

export function surfaceOf(
  schema: GraphQLSchema,
  without: readonly string[],
  hints: Hints = noHints,
): Surface {
  const isWanted = ({ path, name }: RootField): boolean =>
    !without.includes(path) && !without.includes(name);
  const reads = queryFields(schema).filter(isWanted);
  const writes = mutationsIn(schema, hints, isWanted);
  const given = writes.filter((field) => givenFor(hints, field) !== undefined);
  const own = new Set([...given, ...withoutOthers(writes, readableTypes(reads))]);
  const fields = writes.filter((field) => own.has(field));
  const subscriptions = withLiveReads(
    withNamesOfReads(rootFields(schema.getSubscriptionType()).filter(isWanted), reads).map(
      (field) => ({ ...field, type: withUnions(field.type, schema) }),
    ),
    rootFields(schema.getQueryType()),
  );
  const kinds = kindTypes(reads, { mutations: fields, subscriptions, hints });
  const known = knownOf(kinds, { reads, fields, hints });
  const mutations = withCreations(fields.flatMap((field) => mutationField(field, known)));
  const lexicons = new Map(kinds.map((kind) => [kind.name, kind.lexicon]));
  const written = enumsTakenBy(writes);
  const watches = selectedWatches(
    subscriptions
      .filter((field) => field.isLiveRead !== true || givenFor(hints, field) !== undefined)
      .map((field) => ({
        field,
        guesses: kindWatches(field, kinds, { lexicons, names: known.names, written }).map(
          (watch) => ({ ...watch, ...withKindOfName(watch, known.index) }),
        ),
      })),
    hints,
    [...known.typed.keys()],
  );
  const about = groupedByKind(mutations);
  return {
    kinds,
    generic: kinds.filter((one) => one.isGeneric),
    mutations,
    furtherReads: (kind) => (isTypedIn(watches, kind) ? furtherReads(schema, kind) : []),
    mutationsOf: (kind) => [...(about.get(kind) ?? []), ...(about.get(undefined) ?? [])],
    watches,
    subscriptions,
    running: operationQueries(reads),
    conflicts: conflictsOf(mutations),
  };
}

/** A read through an interface needs the type of the objects, which events must then also contain. */
function isTypedIn(watches: Surface["watches"], { name }: KindType): boolean {
  return !watches.some(({ kind, isTyped }) => kind === name && !isTyped);
}

/** A mutation that the user assigned to an operation stays whole, even if it accepts several commands. */
function mutationsIn(
  schema: GraphQLSchema,
  hints: Hints,
  isWanted: (field: RootField) => boolean,
): readonly RootField[] {
  const root = schema.getMutationType();
  return withOwnerNames(rootFields(root), root)
    .filter(isWanted)
    .flatMap((field) => (givenFor(hints, field) === undefined ? dividedByCommand(field) : [field]))
    .filter(isWanted);
}

function kindWatches(
  field: RootField,
  kinds: readonly KindType[],
  known: WatchableKinds,
): readonly WatchGuess[] {
  const own = watchesOf(field, known);
  const watches = own.length > 0 ? own : similarWatches(field, kinds, known);
  return watches.map((watch) => {
    const { operation } = watch;
    return {
      ...watch,
      operation: { ...operation, arguments: asSpelled(field, operation.arguments) },
    };
  });
}

function enumsTakenBy(mutations: readonly RootField[]): ReadonlySet<string> {
  const types = mutations
    .flatMap((field) => flattened(field.arguments))
    .map(({ type }) => getNamedType(type));
  return new Set(types.filter(isEnumType).map(({ name }) => name));
}

/**
 * Adds create mutations. If no mutation of a kind has the name of a create mutation, the mutation that writes a spec
 * without a version creates objects, like an apply. Another mutation must take a version.
 */
function withCreations(mutations: readonly MutationField[]): readonly MutationField[] {
  const groups = [...groupedByKind(mutations).values()];
  const creating = new Set(
    groups.flatMap((group) => {
      const updates = group.filter(({ verb }) => verb === "update");
      const bare = updates.filter(({ field }) => !takesVersion(field));
      const isApplied = bare.length > 0 && bare.length < updates.length;
      return isApplied && group.every(({ verb }) => verb !== "create") ? bare.slice(0, 1) : [];
    }),
  );
  const reason = "it takes a spec and no version";
  return mutations.map((one) =>
    creating.has(one) ? { ...one, verb: "create", confidence: "medium", reason } : one,
  );
}

function takesVersion({ arguments: inputs }: RootField): boolean {
  return flattened(inputs).some(({ name }) => roleOf(name) === "resourceVersion");
}

function groupedByKind(
  mutations: readonly MutationField[],
): ReadonlyMap<string | undefined, readonly MutationField[]> {
  const groups = new Map<string | undefined, MutationField[]>();
  for (const mutation of mutations) {
    const group = groups.get(mutation.kind) ?? [];
    group.push(mutation);
    groups.set(mutation.kind, group);
  }
  return groups;
}

function mutationField(field: RootField, known: Known): readonly MutationField[] {
  const { typed, hints } = known;
  const payload = payloadFor(field, known);
  const reached = payload.kind !== undefined && typed.has(payload.kind) ? payload.kind : undefined;
  // The type of the response is better evidence than the name of an argument.
  const isGeneric = reached === undefined && isForAnyKind(field, payload, known);
  const given = givenFor(hints, field);
  const meant = given && [...typed.keys()].find((name) => isMeant(name, given.kind));
  const kind = meant ?? (isGeneric ? undefined : (reached ?? ownerBy(field, known)));
  if (kind === undefined && !isGeneric) return [];
  const guess = givenGuess(given) ?? guessFor(field, known, kind);
  if (guess === undefined) return [];
  // A union has no single type to check, because it may contain a conflict.
  const isTyped = reached !== undefined && !isUnionType(getNamedType(field.type));
  const own = kind === undefined ? {} : { kind };
  return forBothSides({ ...guess, field, result: payload.result, isTyped, ...own }, known);
}

/** The response to a deletion may contain another object instead. */
function payloadFor(field: RootField, { names, deletedBy }: Known): Payload {
  const deleted = deletedBy(field);
  return deleted === undefined ? writtenIn(field.type, names) : { kind: deleted, result: null };
}

/**
 * Returns a mutation once for each operation that it provides. A mutation that creates objects without a version also
 * updates them. An update also writes the status if no other mutation does.
 */
function forBothSides(write: MutationField, known: Known): readonly MutationField[] {
  const anatomy = kindNamed(write.kind, known)?.anatomy;
  const { path } = write.field;
  if (write.verb === "create" && anatomy?.applied === path)
    return [write, { ...write, verb: "update" }];
  const isBoth = write.verb === "update" && anatomy?.shared.has(path) === true;
  return isBoth ? [write, { ...write, verb: "updateStatus" }] : [write];
}

function kindNamed(name: string | undefined, { typed, generic }: Known): KindType | undefined {
  return name === undefined ? generic : typed.get(name);
}

function isForAnyKind(field: RootField, payload: Payload, known: Known): boolean {
  return (
    namesAKind(field.arguments) && !isOfOwnBody(field, known) && !isOfOther(field, payload, known)
  );
}

function isOfOther(field: RootField, { result, kind }: Payload, { others }: Known): boolean {
  return kind === undefined && result === null && payloadOf(field.type, others).kind !== undefined;
}

function readableTypes(reads: readonly RootField[]): readonly GraphQLObjectType[] {
  return [...reachedBy(reads).values()]
    .filter(({ reads: found }) => found.length > 0)
    .map(({ type }) => type);
}

/** Whether the mutation's only input called `kind` belongs to the spec or status of the kind in the mutation's name. */
function isOfOwnBody(field: RootField, known: Known): boolean {
  const { anatomy } = known.typed.get(ownerBy(field, known) ?? "") ?? {};
  const parts = anatomy?.reader.partsOf(field);
  return (
    parts !== undefined &&
    !parts.some(({ input, of }) => {
      const isPart = of.part !== "group" && of.member !== undefined;
      return roleOf(input.name) === "kind" && !isPart;
    })
  );
}

/** Finds the kind in the name of a mutation, unless the mutation returns or names an object of another type. */
function ownerBy(field: RootField, { ownerOf, others, nouns, wholeOf }: Known): string | undefined {
  const other = payloadOf(field.type, others).kind;
  if (other !== undefined) return wholeOf(field, other);
  return isNamedAfter(field, nouns) ? undefined : ownerOf(field);
}

/** Whether the name of a mutation is a verb and a noun: `deleteOrder` and `orderDelete`, but not `deleteWorkOrder`. */
function isNamedAfter({ name }: RootField, nouns: ReadonlySet<string>): boolean {
  const words = wordsOf(name);
  return [words.slice(1), words.slice(0, -1)].some((noun) => nouns.has(noun.join("")));
}

interface Known {
  readonly names: ReadonlySet<string>;
  readonly typed: ReadonlyMap<string, KindType>;
  readonly index: NameIndex;
  readonly ownerOf: (field: RootField) => string | undefined;
  readonly others: ReadonlySet<string>;
  /** The names of these types without case and separators, except for parts of kinds. */
  readonly nouns: ReadonlySet<string>;
  readonly wholeOf: WholeReader;
  /** Returns the kind of the objects that a mutation deletes, if it returns an object of another type. */
  readonly deletedBy: (field: RootField) => string | undefined;
  readonly generic?: KindType;
  readonly hints: Hints;
}

function knownOf(
  kinds: readonly KindType[],
  {
    reads,
    fields,
    hints,
  }: Pick<Known, "hints"> & Readonly<Record<"fields" | "reads", readonly RootField[]>>,
): Known {
  const own = kinds.filter((one) => !one.isGeneric);
  const names = new Set(kinds.map(({ name }) => name));
  const index = new NameIndex(
    own.map(({ name }) => name),
    spokenAmong(own),
  );
  const readable = [...reachedBy(reads).values()].filter(({ reads: found }) => found.length > 0);
  const others = new Set(readable.map(({ type }) => type.name).filter((name) => !names.has(name)));
  const wholeOf = wholesOf(readable, fields);
  const parts = new Set(own.flatMap(({ type }) => Object.values(outputFields(type)).map(nameOf)));
  const generic = kinds.find((one) => one.isGeneric);
  return {
    names,
    typed: new Map(own.map((kind) => [kind.name, kind])),
    index,
    ownerOf: ownersOf(fields, { names, index, wholeOf }),
    others,
    nouns: new Set([...others].filter((name) => !parts.has(name)).map(plain)),
    wholeOf,
    deletedBy: deletedKinds(fields, { names: new Set([...names, ...others]), index }),
    ...(generic === undefined ? {} : { generic }),
    hints,
  };
}

function nameOf(type: GraphQLOutputType): string {
  return getNamedType(type).name;
}

function givenGuess(given: ReturnType<typeof givenFor>): MutationGuess | undefined {
  if (given === undefined || given.verb === "read" || given.verb === "list") return undefined;
  return { verb: given.verb, confidence: "high", reason: "given" };
}

/**
 * Guesses the verb of a mutation from the types of its kind. Patches and the second step of a deletion are recognized
 * by their names.
 */
function guessFor(
  field: RootField,
  known: Known,
  name: string | undefined,
): MutationGuess | undefined {
  const kind = kindNamed(name, known);
  const typed = kind && typedGuess(field, kind);
  if (typed !== undefined) return typed;
  const worded = mutationVerb(field, name ?? kind?.name ?? "");
  const isOfExisting = worded?.verb === "create" && kind !== undefined && findsObject(field, kind);
  return isOfExisting ? undefined : worded;
}

function typedGuess(field: RootField, kind: KindType): MutationGuess | undefined {
  if (kind.anatomy === undefined) return undefined;
  const worded = mutationVerb(field, kind.name);
  if (worded?.verb === "patchStatus" || worded?.verb === "finish") return worded;
  const found = kind.anatomy.verbs.get(field.path);
  if (found === undefined) return undefined;
  const { value: verb, confidence, reason, alternatives, isSpare } = found;
  const guess = { verb, confidence, reason: withAlternatives(reason, alternatives) };
  return isSpare === true ? { ...guess, isSpare } : guess;
}

/**
 * Whether a mutation requires the id or the expected version of an object. It then creates no object, whatever its
 * name: `addNotice(id, version, notice)`. Callers may choose the key of a new object.
 */
function findsObject(field: RootField, { anatomy, paths }: KindType): boolean {
  if (anatomy === undefined) return false;
  const { reader, version } = anatomy;
  const needed = new Set([paths.uid, version.value.path]);
  return reader
    .partsOf(field)
    .some(
      ({ isRequired, of }) =>
        isRequired && of.part === "value" && of.member !== undefined && needed.has(of.member),
    );
}

/** Finds the kind of untyped objects in the name of a watch, unless an argument specifies the kind. */
function withKindOfName(watch: WatchGuess, typed: NameIndex): Pick<WatchGuess, "kind"> {
  if (watch.kind !== undefined || watch.isGeneric) return {};
  const found = typed.longestIn(watch.operation.field);
  return found === undefined ? {} : { kind: found };
}

function conflictsOf(mutations: readonly MutationField[]): readonly OutcomeMatcher[] {
  const found = new Map<string, OutcomeMatcher>();
  for (const { field } of mutations) {
    const matcher = conflictIn(field.type);
    if (matcher !== undefined) found.set(JSON.stringify(matcher), matcher);
  }
  return [...found.values()];
}

/**
 * Excludes mutations of objects whose type no query returns. Such a type has its own identity, and fields that no
 * readable type has.
 */
function withoutOthers(
  mutations: readonly RootField[],
  readable: readonly GraphQLObjectType[],
): readonly RootField[] {
  const names = new Set(readable.map(({ name }) => name));
  return mutations.filter(({ type }) => {
    if (writtenIn(type, names).kind !== undefined) return true;
    const replied = getNamedType(type);
    const held = Object.values(outputFields(replied)).map((inner) => getNamedType(inner));
    return ![replied, ...held].some((one) => isOther(one, readable));
  });
}

function isOther(type: GraphQLNamedType, readable: readonly GraphQLObjectType[]): boolean {
  if (!isObjectType(type)) return false;
  const { name, uid, resourceVersion } = partsByWord(type);
  const isIdentified = name !== undefined && uid !== undefined && resourceVersion !== undefined;
  return isIdentified && !readable.some((one) => isPartOf(type, one));
}

/** Whether a type has no fields that another type lacks, as in the receipt of a write. */
function isPartOf(type: GraphQLObjectType, whole: GraphQLObjectType): boolean {
  const names = leafNamesOf(whole);
  return leavesOf(type).every(({ name }) => names.has(name));
}

const leafNamesOf = memoized(
  (type: GraphQLObjectType): ReadonlySet<string> => new Set(leavesOf(type).map(({ name }) => name)),
);
