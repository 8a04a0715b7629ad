import { getNamedType, isNonNullType, isScalarType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { givenFor, hintedLeaf } from "./hints.ts";
import type { Hints } from "./hints.ts";
import { identityOf } from "./identity.ts";
import type { Identity, Reached } from "./identity.ts";
import { mutationVerb } from "./mutations.ts";
import type { Confidence } from "./notebook.ts";
import { isStatusWord, nameFor, roleOf, wordsFor } from "./role-words.ts";
import { outputMembers } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { isSameWord, leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";
import { InputReader } from "./taken-parts.ts";
import type { TakenPart } from "./taken-parts.ts";

/** A conclusion from types, with what speaks for it and what else it could be. */
export interface Finding<Value> {
  readonly value: Value;
  readonly confidence: Confidence;
  readonly reason: string;
  readonly alternatives: readonly string[];
}

/** What writes to objects of a type do, in words of operations. */
export type WriteVerb = "create" | "delete" | "update" | "updateStatus";

/** How the objects of a type are built, as far as the fields that take and give them show. */
export interface Anatomy {
  readonly identity: Identity;
  readonly version: Finding<Leaf>;
  /** How inputs call the version that they replace, where otherwise than objects do. */
  readonly versionInputs: readonly string[];
  /** Members that hold the spec: one body, or values beside the identity. */
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly sides: Pick<Finding<unknown>, "confidence" | "reason">;
  readonly verbs: ReadonlyMap<string, Finding<WriteVerb>>;
  readonly reader: InputReader;
}

interface Write {
  readonly field: RootField;
  readonly parts: readonly TakenPart[];
  /** The members of the object that it writes. */
  readonly targets: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Single values beside the identity, by what is not a part of it. */
  readonly values: readonly TakenPart[];
}

/** Reads a type from the queries that give it and the mutations that are about it. Undefined where it has no identity. */
export function anatomyOf(
  reached: Reached,
  mutations: readonly RootField[],
  hints: Hints,
): Anatomy | undefined {
  const identity = identityOf(reached, hints);
  if (identity === undefined) return undefined;
  const reader = new InputReader(reached.type, identity);
  const writes = mutations
    .map((field) => writeOf(field, reader, identity))
    .filter(({ parts }) => parts.some((part) => isIdentity(part, identity.name)));
  const found =
    givenVersion(reached.type, hints, writes) ?? versionOf(reached.type, identity, writes);
  if (found === undefined) return undefined;
  const { version, inputs } = found;
  const isVersion = (part: TakenPart): boolean =>
    part.of.part !== "body" &&
    (inputs.includes(part.input.name) || memberOf(part) === version.value.path);
  const sides = sidesOf(reached.type, {
    identity,
    version: version.value,
    writes,
    isVersion,
    hints,
  });
  return {
    identity,
    version,
    versionInputs: inputs,
    reader,
    ...sides,
  };
}

function memberOf({ of }: TakenPart): string | undefined {
  return of.part === "group" ? undefined : of.member;
}

function isIdentity(part: TakenPart, leaf: Leaf | undefined): boolean {
  return leaf !== undefined && part.of.part === "value" && part.of.member === leaf.path;
}

function writeOf(field: RootField, reader: InputReader, identity: Identity): Write {
  const parts = reader.partsOf(field);
  const own = parts.filter(
    (part) =>
      !isIdentity(part, identity.name) && !isIdentity(part, identity.namespace) && !isSpare(part),
  );
  const holder = identity.name.holder;
  const targets = own.flatMap((part) => topOf(memberOf(part), holder) ?? []);
  const required = own
    .filter(({ isRequired }) => isRequired)
    .flatMap((part) => topOf(memberOf(part), holder) ?? []);
  const values = own.filter(({ of }) => of.part === "value");
  return { field, parts, targets: new Set(targets), required: new Set(required), values };
}

/** What calls may carry that is of no part of an object. */
function isSpare({ input }: TakenPart): boolean {
  return /^(?:clientMutationId|dryRun|fieldManager|fieldValidation|force)$/iu.test(input.name);
}

/** The member at the top of the object that a path begins with; none for what is a part of its identity. */
function topOf(path: string | undefined, holder: string): string | undefined {
  const [first] = path?.split(".") ?? [];
  return first === holder && holder !== "" ? undefined : first;
}

/** The version that somebody named, with the inputs that are called after it. */
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

interface FoundVersion {
  readonly version: Finding<Leaf>;
  readonly inputs: readonly string[];
}

function versionOf(
  type: GraphQLObjectType,
  identity: Identity,
  writes: readonly Write[],
): FoundVersion | undefined {
  const { holder } = identity.name;
  const leaves = leavesOf(type).filter(
    (leaf) =>
      (leaf.holder === "" || leaf.holder === holder || /^meta/iu.test(leaf.holder)) &&
      leaf.path !== identity.name.path &&
      leaf.path !== identity.namespace?.path &&
      isVersionType(leaf),
  );
  return (
    namedVersion(type, leaves, writes) ?? typedVersion(leaves, writes) ?? wordedVersion(leaves)
  );
}

function isVersionType({ type }: Leaf): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && !["Boolean", "Float"].includes(named.name);
}

/** A member that writes name, and creations do not. */
function namedVersion(
  type: GraphQLObjectType,
  leaves: readonly Leaf[],
  writes: readonly Write[],
): FoundVersion | undefined {
  const ranked = leaves
    .filter(({ name }) => roleOf(name) !== "uid")
    .map((leaf) => {
      const named = writes.map(({ values }) =>
        values.filter(({ input }) => isVersionWord(input.name, leaf.name, type.name)),
      );
      const takers = named.filter((inputs) => inputs.length > 0).length;
      const isWritten = takers === writes.length;
      const isUsual = wordsFor("resourceVersion", leaf.name);
      const isFirm = named.flat().some(({ isRequired }) => isRequired) && isNonNullType(leaf.type);
      const score =
        (takers === 0 || (isWritten && writes.length > 1) ? -100 : 0) +
        Math.min(takers, 3) * 2 +
        (isUsual ? 3 : 0) +
        (isFirm ? 2 : 0) +
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
      reason: "writes name it, and what creates does not",
      alternatives: others.map(({ leaf }) => leaf.path),
    },
    inputs: [...new Set(best.inputs)],
  };
}

/** From how many points on a member is taken for the version: two writes name it, or one that must. */
const enough = 4;

/** `expectedRev`, `ifRevision` and `revBefore` mean the member `rev`. */
function isVersionWord(input: string, member: string, kind: string): boolean {
  if (isSameWord(input, member, kind)) return true;
  const [given, meant] = [plain(input), plain(member)];
  return (
    meant.length > 1 &&
    given.length > meant.length &&
    (given.endsWith(meant) || given.startsWith(meant))
  );
}

/** An input that several writes have beside the identity, whose type a member of the object has. */
function typedVersion(leaves: readonly Leaf[], writes: readonly Write[]): FoundVersion | undefined {
  const counts = new Map<string, { count: number; type: string }>();
  for (const { values } of writes) {
    for (const { input, of } of values) {
      if (of.part !== "value" || of.member !== undefined) continue;
      const { count = 0 } = counts.get(input.name) ?? {};
      counts.set(input.name, { count: count + 1, type: getNamedType(input.type).name });
    }
  }
  const candidates = [...counts]
    .filter(([, { count }]) => count > 1 && count < writes.length)
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

function wordedVersion(leaves: readonly Leaf[]): FoundVersion | undefined {
  const word = nameFor(
    "resourceVersion",
    leaves.map(({ name }) => name),
  );
  const leaf = leaves.find(({ name }) => name === word);
  if (leaf === undefined) return undefined;
  const version = { value: leaf, confidence: "low", reason: "its name", alternatives: [] } as const;
  return { version, inputs: [] };
}

interface Known {
  readonly identity: Identity;
  readonly version: Leaf;
  readonly writes: readonly Write[];
  readonly isVersion: (part: TakenPart) => boolean;
  readonly hints: Hints;
}

type Sides = Pick<Anatomy, "sides" | "spec" | "status" | "verbs">;

/** Tells spec and status apart by what creates and what does not, and with them what each mutation does. */
function sidesOf(type: GraphQLObjectType, known: Known): Sides {
  const { writes, isVersion } = known;
  const bodied = writes
    .map((write) => ({ ...write, targets: targetsOf(write, known) }))
    .filter(({ targets }) => targets.size > 0);
  const takesVersion = (write: Write): boolean => write.parts.some(isVersion);
  const given = (write: Write): WriteVerb | undefined => givenVerb(known.hints, write.field);
  const creating =
    bodied.find((write) => given(write) === "create") ??
    creatorAmong(
      bodied.filter((write) => given(write) === undefined),
      { type, takesVersion },
    );
  const { spec, status, reason, confidence } = splitOf(type, { creating, bodied, known });
  const verbs = new Map<string, Finding<WriteVerb>>();
  const word = (write: Write): string | undefined => mutationVerb(write.field, type.name)?.verb;
  for (const write of bodied) {
    const verb = verbOf(write, { creating, spec, status, takesVersion, word });
    if (verb !== undefined) verbs.set(write.field.path, verb);
  }
  const bare = writes.filter(
    ({ field, values }) =>
      !bodied.some((one) => one.field === field) &&
      values.every((part) => !part.isRequired || isVersion(part)),
  );
  for (const [path, verb] of deletionsAmong(bare, word)) verbs.set(path, verb);
  for (const write of writes) {
    const value = given(write);
    if (value === undefined) continue;
    if (value === "delete") for (const { field } of bare) verbs.delete(field.path);
    verbs.set(write.field.path, { value, confidence: "high", reason: "given", alternatives: [] });
  }
  return { spec, status, verbs, sides: { confidence, reason } };
}

function givenVerb(hints: Hints, field: RootField): WriteVerb | undefined {
  const verb = givenFor(hints, field)?.verb;
  return verb === "read" || verb === "list" ? undefined : verb;
}

/** Members that are written and are no part of what every object has. */
function targetsOf(
  { targets, parts }: Write,
  { version, identity, isVersion }: Known,
): Set<string> {
  const versions = new Set(parts.filter(isVersion).flatMap((part) => memberOf(part) ?? []));
  const holder = identity.name.holder;
  return new Set(
    [...targets].filter(
      (target) =>
        target !== version.path &&
        target !== holder &&
        !versions.has(target) &&
        roleOf(target) === undefined,
    ),
  );
}

interface Judged {
  readonly type: GraphQLObjectType;
  readonly takesVersion: (write: Write) => boolean;
}

/** The mutation that creates: it writes something, and asks for no version. */
function creatorAmong(bodied: readonly Write[], { type, takesVersion }: Judged): Write | undefined {
  const versionless = bodied.filter((write) => !takesVersion(write));
  const worded = versionless.find(({ field }) => mutationVerb(field, type.name)?.verb === "create");
  if (worded !== undefined) return worded;
  const others = versionless.filter(({ field }) => {
    const verb = mutationVerb(field, type.name)?.verb;
    return verb !== "update" && verb !== "updateStatus" && verb !== "patchStatus";
  });
  if (others.length > 0)
    return others.toSorted((left, right) => right.required.size - left.required.size)[0];
  const byName = bodied.find(({ field }) => mutationVerb(field, type.name)?.verb === "create");
  if (byName !== undefined) return byName;
  // Where all take the same, the order of the schema is all there is.
  return versionless.length === 0 && bodied.length > 2 && bodied.every(isOptionalVersion)
    ? bodied[0]
    : undefined;
}

function isOptionalVersion({ values }: Write): boolean {
  return values.every(({ isRequired }) => !isRequired);
}

interface Split {
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly reason: string;
  readonly confidence: Confidence;
}

function splitOf(
  type: GraphQLObjectType,
  {
    creating,
    bodied,
    known,
  }: {
    readonly creating: Write | undefined;
    readonly bodied: readonly Write[];
    readonly known: Known;
  },
): Split {
  const created = [...(creating?.targets ?? [])];
  const written = bodied
    .filter((write) => write !== creating)
    .flatMap(({ targets }) => [...targets]);
  const others = [...new Set(written)].filter((target) => !created.includes(target));
  const given = givenSides(type, known, [...new Set([...created, ...written])]);
  if (given !== undefined) return given;
  const worded = wordedSides([...new Set([...created, ...written])]);
  if (worded !== undefined) return worded;
  if (created.length > 0 && others.length > 0) {
    const reason = "what creates writes the spec, and another mutation the rest";
    return { ...narrowed(type, created, others), reason, confidence: "medium" };
  }
  const needed = neededSplit(type, { creating, bodied });
  if (needed !== undefined) return needed;
  if (created.length > 1) return sharedSplit(type, created);
  if (created.length === 1) {
    const reason = "what creates writes it, and nothing writes a status";
    return { spec: created, status: [], reason, confidence: "low" };
  }
  return hookedSplit(type, known, [...new Set(written)]);
}

/** The sides that somebody named; where one of them was, the other is what else is written. */
function givenSides(
  type: GraphQLObjectType,
  { hints: { words } }: Known,
  targets: readonly string[],
): Split | undefined {
  const members = Object.keys(outputMembers(type));
  const [spec, status] = [words.spec, words.status].map((word) =>
    word === undefined ? undefined : members.find((member) => plain(member) === plain(word)),
  );
  if (spec === undefined && status === undefined) return undefined;
  const rest = (other: string | undefined): readonly string[] =>
    bodyAmong(
      type,
      targets.filter((target) => target !== other),
    );
  return {
    spec: spec === undefined ? rest(status) : [spec],
    status: status === undefined ? rest(spec) : [status],
    reason: "given",
    confidence: "high",
  };
}

function wordedSides(targets: readonly string[]): Split | undefined {
  const spec = targets.filter((one) => plain(one) === "spec");
  const status = targets.filter((one) => plain(one) === "status");
  if (spec.length === 0 || status.length === 0) return undefined;
  return { spec, status, reason: "their names", confidence: "medium" };
}

/** A body beside single values is the whole side: what stands beside it is labels and the like. */
function narrowed(
  type: GraphQLObjectType,
  spec: readonly string[],
  status: readonly string[],
): Pick<Split, "spec" | "status"> {
  return { spec: bodyAmong(type, spec), status: bodyAmong(type, status) };
}

function bodyAmong(type: GraphQLObjectType, targets: readonly string[]): readonly string[] {
  const members = outputMembers(type);
  const bodies = targets.filter((one) => {
    const member = members[one];
    return member !== undefined && Object.keys(outputMembers(getNamedType(member))).length > 0;
  });
  return bodies.length === 1 && targets.length <= 3 ? bodies : targets;
}

/** Where what creates takes a status as well, and need not be given it, it is what another mutation must be given. */
function neededSplit(
  type: GraphQLObjectType,
  { creating, bodied }: { readonly creating: Write | undefined; readonly bodied: readonly Write[] },
): Split | undefined {
  const [targets, required] = [creating?.targets ?? none, creating?.required ?? none];
  const spec = [...targets].filter((target) => required.has(target));
  const status = bodyCandidates(
    type,
    [...targets].filter(
      (target) =>
        !required.has(target) &&
        bodied.some(
          (write) => write.required.has(target) && !spec.some((one) => write.required.has(one)),
        ),
    ),
  );
  if (spec.length === 0 || status.length !== 1) return undefined;
  const reason = "what creates must be given the spec, and another mutation the status";
  return { ...narrowed(type, spec, status), reason, confidence: "medium" };
}

const none: ReadonlySet<string> = new Set();

/** Where every mutation takes the whole object, what an object must have is its spec. */
function sharedSplit(type: GraphQLObjectType, targets: readonly string[]): Split {
  const members = outputMembers(type);
  const bodies = bodyCandidates(type, targets);
  const status =
    bodies.find(isStatusWord) ?? bodies.findLast((one) => !isNonNullType(members[one]));
  const spec = bodies.find((one) => one !== status);
  if (spec === undefined || status === undefined) {
    return { spec: targets, status: [], reason: "all mutations take it", confidence: "low" };
  }
  const reason = "every mutation takes both; what an object must have is taken for the spec";
  return { spec: [spec], status: [status], reason, confidence: "low" };
}

function bodyCandidates(type: GraphQLObjectType, targets: readonly string[]): readonly string[] {
  const members = outputMembers(type);
  return targets.filter((one) => {
    const member = members[one];
    return member !== undefined && Object.keys(outputMembers(getNamedType(member))).length > 0;
  });
}

/** Where nothing creates, what a mutation writes is the status, and what none writes is the spec. */
function hookedSplit(
  type: GraphQLObjectType,
  { identity }: Known,
  written: readonly string[],
): Split {
  const bodies = bodyCandidates(type, Object.keys(outputMembers(type))).filter(
    (one) => one !== identity.name.holder,
  );
  const worded = wordedSides(bodies);
  if (worded !== undefined) return worded;
  const status = bodyAmong(type, written);
  const rest = bodies.filter((one) => !status.includes(one));
  if (status.length === 0) {
    const reason = "no mutation takes it apart; the order of the type";
    return { spec: rest.slice(0, 1), status: rest.slice(1, 2), reason, confidence: "low" };
  }
  const reason = "a mutation writes the status, and none creates";
  return { spec: rest.slice(0, 1), status, reason, confidence: "medium" };
}

interface Weighing {
  readonly creating: Write | undefined;
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly takesVersion: (write: Write) => boolean;
  readonly word: (write: Write) => string | undefined;
}

function verbOf(write: Write, weighing: Weighing): Finding<WriteVerb> | undefined {
  const { creating, spec, status, takesVersion, word } = weighing;
  const finding = (
    value: WriteVerb,
    confidence: Confidence,
    reason: string,
  ): Finding<WriteVerb> => ({
    value,
    confidence,
    reason,
    alternatives: [],
  });
  if (write === creating) return finding("create", "medium", "it takes a spec and no version");
  const touchesSpec = spec.some((one) => write.targets.has(one));
  const touchesStatus = status.some((one) => write.targets.has(one));
  if (touchesSpec && touchesStatus) {
    const needsStatus = status.some((one) => write.required.has(one));
    const needsSpec = spec.some((one) => write.required.has(one));
    const worded = word(write);
    if (needsStatus !== needsSpec) {
      return finding(needsStatus ? "updateStatus" : "update", "medium", "what it must be given");
    }
    if (worded === "updateStatus" || worded === "update" || worded === "create") {
      return finding(worded, "low", "its name; it takes both sides");
    }
    return undefined;
  }
  if (touchesStatus)
    return finding("updateStatus", "medium", "it takes what nothing that creates takes");
  if (!touchesSpec) return undefined;
  if (!takesVersion(write) && word(write) === "create")
    return finding("create", "medium", "its name, and it takes a spec");
  return finding("update", "medium", "it takes what creates take, of an object that is there");
}

/** Of the mutations that write nothing, those that may delete: one that says so, or the only one. */
function deletionsAmong(
  bare: readonly Write[],
  word: (write: Write) => string | undefined,
): readonly (readonly [string, Finding<WriteVerb>])[] {
  const worded = bare.filter((write) => word(write) === "delete");
  const unworded = bare.filter((write) => word(write) === undefined);
  const found = worded.length > 0 ? worded : unworded.slice(0, 1);
  const alternatives = unworded.map(({ field }) => field.path);
  return found.map((write) => {
    const reason =
      worded.length > 0
        ? "its name, and it takes nothing but the identity"
        : "it takes nothing but the identity";
    const others = alternatives.filter((path) => path !== write.field.path);
    const confidence = worded.length > 0 || others.length === 0 ? "medium" : "low";
    return [write.field.path, { value: "delete", confidence, reason, alternatives: others }];
  });
}
