import { getNamedType, isNonNullType, isScalarType, isSpecifiedScalarType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";
import { hintedLeaf } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";
import { holderOf, pathsOf } from "../schema/identity.ts";
import type { Identity } from "../schema/identity.ts";
import { mutationVerb } from "./mutations.ts";
import { isCompared, isIdentity, memberOf } from "./object-writes.ts";
import type { TakenPart } from "../schema/taken-parts.ts";
import { namedByHolder } from "../schema/version-holders.ts";
import type { Finding, Write } from "./object-writes.ts";
import { isVersionName, lastWord, nameFor, roleOf, wordsFor } from "../schema/role-words.ts";
import { bodiesIn, isAlways, isInteger, isSameWord, leavesOf, plain } from "../schema/shapes.ts";
import type { Leaf } from "../schema/shapes.ts";
import { groupOf } from "../schema/root-fields.ts";

export interface FoundVersion {
  readonly version: Finding<Leaf>;
  readonly inputs: readonly string[];
}

/**
 * Finds the version field. The field that the user specified takes precedence over one that is derived from the inputs
 * of writes.
 */
export function findVersion(
  type: GraphQLObjectType,
  {
    identity,
    hints,
    writes,
    references = new Set(),
  }: {
    readonly identity: Identity;
    readonly hints: Hints;
    readonly writes: readonly Write[];
    /** Fields that contain another object, which has a version of its own. None by default. */
    readonly references?: ReadonlySet<string>;
  },
): FoundVersion | undefined {
  return givenVersion(type, hints, writes) ?? versionOf(type, { identity, writes, references });
}

function givenVersion(
  type: GraphQLObjectType,
  { words }: Hints,
  writes: readonly Write[],
): FoundVersion | undefined {
  const leaf = hintedLeaf(type, words.version);
  if (leaf === undefined) return undefined;
  const inputs = writes
    .flatMap(({ values }) => values)
    .filter(({ input }) => isVersionWord(input.name, leaf.name, type.name))
    .map(({ input }) => input.name);
  const typed = inputs.length > 0 ? inputs : (typedVersion([leaf], writes)?.inputs ?? []);
  const version = { value: leaf, confidence: "high", reason: "given", alternatives: [] } as const;
  return { version, inputs: [...new Set(typed)] };
}

function versionOf(
  type: GraphQLObjectType,
  {
    identity,
    writes,
    references,
  }: {
    readonly identity: Identity;
    readonly writes: readonly Write[];
    readonly references: ReadonlySet<string>;
  },
): FoundVersion | undefined {
  const holder = holderOf(identity);
  const keys = new Set(pathsOf(identity));
  const written = new Set(writes.flatMap(({ targets }) => [...targets]));
  const all = leavesOf(type)
    .filter((leaf) => !keys.has(leaf.path) && !references.has(leaf.holder) && isTokenType(leaf))
    .map((leaf) => namedByHolder(leaf, type));
  const leaves = all.filter((leaf) => !isFloat(leaf));
  const isUnwritten = (leaf: Leaf): boolean => !written.has(leaf.holder);
  const unwritten = leaves.filter(isUnwritten);
  const near = leaves.filter(
    (leaf) => leaf.holder === "" || leaf.holder === holder || /^meta/iu.test(leaf.holder),
  );
  const isDemanded = writes.some(({ parts }) =>
    parts.some((part) => isIdentity(part, identity.id) && part.isRequired),
  );
  const creating = writes.filter((write) => creates(write, type, { identity, isDemanded }));
  return (
    namedVersion(type, all.filter(isUnwritten), { writes, creating }) ??
    typedVersion(near, writes) ??
    // The version may be in an object that no mutation writes, such as `sys`.
    typedVersion(unwritten, writes) ??
    comparedVersion(near, writes, type) ??
    wordedVersion(near)
  );
}

/**
 * Decides by the name of the write. If objects are identified by id, a write without an id input creates objects, and
 * so does a write with an optional id if other writes require it.
 */
function creates(
  { field, parts }: Write,
  { name }: GraphQLObjectType,
  { identity: { id }, isDemanded }: { readonly identity: Identity; readonly isDemanded: boolean },
): boolean {
  return id === undefined
    ? mutationVerb(field, name)?.verb === "create"
    : !parts.some((part) => isIdentity(part, id) && (part.isRequired || !isDemanded));
}

function isTokenType({ type }: Leaf): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && named.name !== "Boolean";
}

/**
 * A float can be a version, because some libraries declare counters beyond 32 bits as floats. The writes must indicate
 * such a version.
 */
function isFloat({ type }: Leaf): boolean {
  return getNamedType(type).name === "Float";
}

/**
 * Whether an input has the name of another field, next to the version or at the top of the object, such as the version
 * that a controller has observed or the version of the API.
 */
function isOfOther({ input }: TakenPart, leaf: Leaf, type: GraphQLObjectType): boolean {
  const isNamedSo = ({ name }: Leaf): boolean => plain(name) === plain(input.name);
  return (
    !isNamedSo(leaf) &&
    leavesOf(type).some(
      (one) => (one.holder === leaf.holder || one.holder === "") && isNamedSo(one),
    )
  );
}

function namedVersion(
  type: GraphQLObjectType,
  leaves: readonly Leaf[],
  { writes, creating }: { readonly writes: readonly Write[]; readonly creating: readonly Write[] },
): FoundVersion | undefined {
  const changing = writes.filter((write) => !creating.includes(write));
  const ranked = leaves
    .filter(({ name }) => roleOf(name) !== "uid")
    .filter((leaf) => !isCreatedWith(leaf, { creating, changing }))
    .filter((leaf) => isTakenApart(leaf, leaves, { type, writes }))
    .map((leaf) => {
      const named = changing.map(({ values }) =>
        values.filter(
          (part) =>
            (isVersionWord(part.input.name, leaf.name, type.name) || isMatched(part, leaf)) &&
            !isOfBody(part, leaf, type) &&
            !isOfOther(part, leaf, type),
        ),
      );
      const takers = named.filter((inputs) => inputs.length > 0).length;
      const isUsual = wordsFor("resourceVersion", leaf.name);
      const isTag = named.flat().some(({ input }) => isConditionOn(input.name, leaf.name));
      const isCondition = isTag || named.flat().some((part) => isMatched(part, leaf));
      // A write that creates or updates takes the version as well.
      const isWritten = takers === writes.length && !(isUsual && isCondition);
      const isTold = isUsual || isCondition;
      const isFirm = named.flat().some(({ isRequired }) => isRequired) && isAlways(leaf.type, type);
      const score =
        (takers === 0 || (isWritten && isContent(leaf, writes, isTold)) ? -100 : 0) +
        Math.min(takers, 3) * 2 +
        (isTold ? 3 : 0) +
        (isFirm ? 2 : 0) +
        (isTag ? 1 : 0) +
        (isNonNullType(leaf.type) ? 1 : 0);
      return { leaf, score, inputs: named.flat().map(({ input }) => input.name) };
    })
    .filter(({ score }) => score > enough)
    .toSorted((left, right) => right.score - left.score);
  const [best, ...others] = ranked;
  if (best === undefined) return undefined;
  return {
    version: {
      value: best.leaf,
      confidence: "medium",
      reason: reasonFor(best.leaf, creating, type),
      alternatives: others.map(({ leaf }) => leaf.path),
    },
    inputs: [...new Set(best.inputs)],
  };
}

function reasonFor({ name }: Leaf, creating: readonly Write[], type: GraphQLObjectType): string {
  const isCreated = creating.some(({ values }) =>
    values.some(({ input }) => isSameWord(input.name, name, type.name)),
  );
  return isCreated
    ? "inferred from its name; update mutations take it"
    : "update mutations take it, and create mutations do not";
}

/**
 * Whether a field that all writes take is content. What the only write sets next to the key is content as well, unless
 * its name tells a version.
 */
function isContent({ path }: Leaf, writes: readonly Write[], isTold: boolean): boolean {
  const [only, ...others] = writes;
  if (only === undefined || others.length > 0) return true;
  return !isTold && [...only.targets].every((target) => target === path);
}

/**
 * A field is part of the spec if create mutations require it, or take it next to other fields as update mutations do.
 * The name of a version is an exception.
 */
function isCreatedWith(
  { name, path }: Leaf,
  {
    creating,
    changing,
  }: { readonly creating: readonly Write[]; readonly changing: readonly Write[] },
): boolean {
  if (wordsFor("resourceVersion", name)) return false;
  const isUsual = wordsFor("resourceVersion", lastWord(name));
  return creating.some(({ values }) =>
    values.some(
      (part) =>
        memberOf(part) === path &&
        (part.isRequired ||
          (!isUsual &&
            isAmongFields(values, part) &&
            changing.some((write) =>
              write.values.some(
                (one) => memberOf(one) === path && isAmongFields(write.values, one),
              ),
            ))),
    ),
  );
}

function isAmongFields(values: readonly TakenPart[], part: TakenPart): boolean {
  const own = groupOf(part);
  return (
    own !== "" &&
    values.some(
      (other) => other !== part && memberOf(other) !== undefined && groupOf(other) === own,
    )
  );
}

/** Spec and status fields are written together. A version is not. */
function isTakenApart(
  leaf: Leaf,
  leaves: readonly Leaf[],
  { type, writes }: { readonly type: GraphQLObjectType; readonly writes: readonly Write[] },
): boolean {
  if (wordsFor("resourceVersion", leaf.name)) return true;
  const takers = (isMeant: (input: string) => boolean): string =>
    writes
      .filter(({ values }) => values.some(({ input }) => isMeant(input.name)))
      .map(({ field }) => field.path)
      .join(" ");
  const takersOf = (one: Leaf): string => takers((input) => isSameWord(input, one.name, type.name));
  // A write may only take the version as a precondition, such as `expectedRowVersion`.
  const own = takers((input) => isVersionWord(input, leaf.name, type.name));
  return own === "" || !leaves.some((other) => other !== leaf && takersOf(other) === own);
}

/**
 * Whether an input sets a spec or status field, such as `status.reportedRevision`, while the object's version is
 * elsewhere.
 */
function isOfBody(part: TakenPart, { holder }: Leaf, type: GraphQLObjectType): boolean {
  const [first = "", second] = memberOf(part)?.split(".") ?? [];
  return second !== undefined && first !== holder && bodiesIn(type).includes(first);
}

/**
 * A version must have a higher score. A non-null field has one if two writes accept it, or if one write requires it.
 */
const enough = 4;

/**
 * Whether the name of an input refers to a version field: `expectedRev`, `ifRevision` and `revBefore` all match the
 * field `rev`, and `ifMatch` matches `etag`, as in HTTP.
 */
function isVersionWord(input: string, member: string, kind: string): boolean {
  if (isSameWord(input, member, kind)) return true;
  const [given, meant] = [plain(input), plain(member)];
  if (isMatchWord(input)) return isEntityTag(member);
  const isLonger =
    meant.length > 1 &&
    given.length > meant.length &&
    (given.endsWith(meant) || given.startsWith(meant));
  return (
    isLonger ||
    (lastWord(input) === lastWord(member) && wordsFor("resourceVersion", lastWord(input)))
  );
}

/** Whether an input is a precondition on a field, such as `ifUpdatedAt` on `updatedAt`. */
function isConditionOn(input: string, member: string): boolean {
  const [given, meant] = [plain(input), plain(member)];
  return (
    (isMatchWord(input) && isEntityTag(member)) ||
    (given.endsWith(meant) && condition.test(given.slice(0, -meant.length)))
  );
}

/**
 * Whether an input such as `ifMatch` takes a version whose name is common. A version is a string, an id or a number,
 * and a header is a string.
 */
function isMatched({ input }: TakenPart, { name, type }: Leaf): boolean {
  if (!isMatchWord(input.name) || roleOf(name) !== "resourceVersion") return false;
  const [given, stored] = [getNamedType(input.type), getNamedType(type)];
  return given === stored || (isTextual(given) && isSpecifiedScalarType(stored));
}

function isTextual({ name }: GraphQLNamedType): boolean {
  return name === "String" || name === "ID";
}

function isMatchWord(input: string): boolean {
  return /if_?match$/iu.test(input);
}

function isEntityTag(member: string): boolean {
  return /^(?:etag|entitytag)$/u.test(plain(member));
}

const condition =
  /^(?:basedon|current|expect(?:ed|s)?|if|ifmatch|known|lastseen|match(?:es)?|prior|previous|seen|when)$/u;

/**
 * Recognizes a version by its type: several writes take an input of that type next to the identity, and objects have a
 * field of that type.
 */
function typedVersion(leaves: readonly Leaf[], writes: readonly Write[]): FoundVersion | undefined {
  const counts = new Map<string, { count: number; type: string }>();
  for (const { values } of writes) {
    for (const { input, of } of values) {
      if (of.part !== "value" || of.member !== undefined) continue;
      const { count = 0 } = counts.get(input.name) ?? {};
      counts.set(input.name, { count: count + 1, type: getNamedType(input.type).name });
    }
  }
  const words = leaves.filter(({ name }) => wordsFor("resourceVersion", name));
  const isWorded = ({ type }: { readonly type: string }): boolean =>
    words.some((leaf) => getNamedType(leaf.type).name === type);
  const candidates = [...counts]
    .filter(([, found]) => found.count > (isWorded(found) ? 0 : 1) && found.count < writes.length)
    .toSorted(([, left], [, right]) => right.count - left.count);
  for (const [input, { type }] of candidates) {
    const written = new Set(writes.flatMap(({ targets }) => [...targets]));
    const fitting = leaves.filter(
      (leaf) => getNamedType(leaf.type).name === type && !written.has(leaf.path),
    );
    const free = fitting.filter(
      ({ name }) => roleOf(name) === undefined || wordsFor("resourceVersion", name),
    );
    const pool = free.length > 0 ? free : fitting;
    const best = pool.find(({ name }) => wordsFor("resourceVersion", name)) ?? pool[0];
    if (best === undefined) continue;
    return {
      version: {
        value: best,
        confidence: pool.length === 1 ? "medium" : "low",
        reason: `it has the type of ${input}, which several writes take`,
        alternatives: pool.filter((one) => one !== best).map(({ path }) => path),
      },
      inputs: [input],
    };
  }
  return undefined;
}

/**
 * Recognizes a version by the filters of writes: they compare the field, no mutation writes it, and its name is common
 * for versions, such as `rowVersion` in `where: { id, rowVersion: { equals } }`.
 */
function comparedVersion(
  leaves: readonly Leaf[],
  writes: readonly Write[],
  type: GraphQLObjectType,
): FoundVersion | undefined {
  const written = new Set(
    writes.flatMap(({ values }) => values.flatMap((part) => memberOf(part) ?? [])),
  );
  const compared = writes.flatMap(({ parts }) => parts.filter(isCompared));
  const free = leaves.filter(
    ({ path }) => !written.has(path) && compared.some((part) => memberOf(part) === path),
  );
  const named = free.filter(({ name }) => isVersionName(name));
  const found = named.length > 0 ? named : onlyCounter(free, type);
  // A field such as `schemaVersion` may be compared as well.
  const best = found.find(({ name }) => wordsFor("resourceVersion", name)) ?? found[0];
  if (best === undefined) return undefined;
  const others = found.filter((leaf) => leaf !== best);
  const alternatives = others.map(({ path }) => path);
  const confidence = others.length === 0 && named.length > 0 ? "medium" : "low";
  const reason = "the filters of update mutations compare it, and no mutation writes it";
  const inputs = compared
    .filter((part) => memberOf(part) === best.path)
    .map(({ input }) => input.name);
  return {
    version: { value: best, confidence, reason, alternatives },
    inputs: [...new Set(inputs)],
  };
}

/** Returns the only non-null integer among fields, whatever its name is. */
function onlyCounter(leaves: readonly Leaf[], type: GraphQLObjectType): readonly Leaf[] {
  const counters = leaves.filter(
    (leaf) => isAlways(leaf.type, type) && isInteger(getNamedType(leaf.type)),
  );
  return counters.length === 1 ? counters : [];
}

function wordedVersion(leaves: readonly Leaf[]): FoundVersion | undefined {
  const word = nameFor(
    "resourceVersion",
    leaves.map(({ name }) => name),
  );
  const leaf = leaves.find(({ name }) => name === word);
  if (leaf === undefined) return undefined;
  const version = {
    value: leaf,
    confidence: "low",
    reason: "inferred from its name",
    alternatives: [],
  } as const;
  return { version, inputs: [] };
}
