import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { comparedInputs } from "./compared-inputs.ts";
import { ownerOfCreation } from "./created-owners.ts";
import { findVersion } from "./find-version.ts";
import { withGivenId } from "./given-ids.ts";
import {
  holderOf,
  identityOf,
  numberedPlace,
  servedBest,
  withAssignedKeys,
} from "../schema/identity.ts";
import type { Identity, Reached } from "../schema/identity.ts";
import { mutationVerb } from "./mutations.ts";
import { givenNumber, numberedIdentity } from "../schema/numbered-identity.ts";
import { partNamed, partsByWord } from "../schema/object-types.ts";
import { isIdentity, memberOf, writeOf } from "./object-writes.ts";
import type { Finding, Write, WriteVerb } from "./object-writes.ts";
import { isRequired, outputFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { referencedMembers } from "./referenced-members.ts";
import { sampledStatusOf } from "../schema/sampled-status.ts";
import { isAnyForm, leavesOf } from "../schema/shapes.ts";
import type { Leaf } from "../schema/shapes.ts";
import { splitOf } from "./split-sides.ts";
import { InputReader } from "../schema/taken-parts.ts";
import type { TakenPart } from "../schema/taken-parts.ts";
import { givenFor } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";
import {
  appliedAmong,
  areTwins,
  creatorAmong,
  deletionsAmong,
  sharedAmong,
  verbOf,
  withoutMarkers,
} from "./weigh-verbs.ts";

export interface Anatomy {
  readonly identity: Identity;
  readonly version: Finding<Leaf>;
  /** Names of the inputs that accept the version as a precondition. */
  readonly versionInputs: readonly string[];
  /** Fields of the object that form the spec: one field, or several fields next to the identity. */
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly sides: Pick<Finding<unknown>, "confidence" | "reason">;
  readonly verbs: ReadonlyMap<string, Finding<WriteVerb>>;
  /** Mutations that update the spec and, because no other mutation does, also the status. */
  readonly shared: ReadonlySet<string>;
  /** The mutation that creates objects without a version and updates them with one. */
  readonly applied: string | undefined;
  readonly reader: InputReader;
}

export function anatomyOf(
  reached: Reached,
  mutations: readonly RootField[],
  hints: Hints,
): Anatomy | undefined {
  const found = foundIdentity(reached, mutations, hints);
  if (found === undefined) return undefined;
  const identity = withAssignedKeys(found, reached, mutations);
  const { reader, writes, references } = writesOf(reached, identity, { mutations, hints });
  const versioned = findVersion(reached.type, { identity, hints, writes, references });
  if (versioned === undefined) return undefined;
  const { version, inputs } = versioned;
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

interface ReadWrites {
  readonly reader: InputReader;
  readonly writes: readonly Write[];
  /** Fields that contain another object. */
  readonly references: ReadonlySet<string>;
}

/** Reads the inputs of mutations twice, because single values and references only show in all of them. */
function writesOf(
  reached: Reached,
  identity: Identity,
  { mutations, hints }: { readonly mutations: readonly RootField[]; readonly hints: Hints },
): ReadWrites {
  const { type } = reached;
  const uid = uidOf(type) ?? identity.assigned?.[0];
  const isFound = (part: TakenPart): boolean =>
    isIdentity(part, identity.name) ||
    isIdentity(part, identity.id) ||
    (part.isRequired && isIdentity(part, uid));
  const writesWith = (reader: InputReader): Omit<ReadWrites, "references"> => {
    const writes = mutations
      .map((field) => writeOf(field, reader, { ...identity, uid }))
      .filter(({ parts }) => parts.some(isFound));
    return { reader, writes };
  };
  const sampled = sampledStatusOf(type, mutations, hints);
  const compared = comparedInputs(type.name, { queries: reached.lists, mutations });
  const scopes = scopesOf(reached);
  const first = writesWith(new InputReader(type, identity, { sampled, compared, scopes }));
  const tokens = tokensAmong(type, first.writes);
  const references = referencedMembers(type, { ...reached, writes: first.writes });
  if (tokens.size + references.size === 0) return { ...first, references };
  const parts = { sampled, compared, scopes, tokens, references };
  return { ...writesWith(new InputReader(type, identity, parts)), references };
}

/** Returns the names of the inputs that every list requires. They do not identify a single object. */
function scopesOf({ lists }: Reached): ReadonlySet<string> {
  const [first, ...others] = lists.map(
    ({ arguments: inputs }) =>
      new Set(inputs.filter((input) => isRequired(input)).map(({ name }) => name)),
  );
  return new Set([...(first ?? [])].filter((name) => others.every((one) => one.has(name))));
}

/** Some mutations find an object by this id, others by its name. */
function uidOf(type: GraphQLObjectType): Leaf | undefined {
  const path = partsByWord(type).uid;
  return leavesOf(type).find((leaf) => leaf.path === path);
}

function foundIdentity(
  reached: Reached,
  mutations: readonly RootField[],
  hints: Hints,
): Identity | undefined {
  const asked = identityOf(servedBest(reached, mutations), hints);
  if (hints.words.name !== undefined) return withFoundId(asked, reached, { mutations, hints });
  const numbered = givenNumber(reached, mutations) ?? numberedIdentity(reached, mutations);
  if (numbered !== undefined || asked === undefined) return numbered;
  const identity = withGivenId(reached, asked, mutations);
  const place =
    identity.namespace ?? numberedPlace(reached) ?? ownerOfCreation(reached, identity, mutations);
  return place === undefined ? identity : { ...identity, namespace: place };
}

/** Adds the id by which calls find objects to an identity whose name the user specified. */
function withFoundId(
  asked: Identity | undefined,
  reached: Reached,
  {
    mutations,
    hints: { words, ...hints },
  }: { readonly mutations: readonly RootField[]; readonly hints: Hints },
): Identity | undefined {
  const { name: _name, ...others } = words;
  const found = foundIdentity(reached, mutations, { ...hints, words: others });
  const isOther = found?.id !== undefined && found.id.path !== asked?.name.path;
  return asked === undefined || !isOther ? asked : { ...asked, id: found.id };
}

interface Known {
  readonly identity: Identity;
  readonly version: Leaf;
  readonly writes: readonly Write[];
  readonly isVersion: (part: TakenPart) => boolean;
  readonly hints: Hints;
}

type Sides = Pick<Anatomy, "applied" | "shared" | "sides" | "spec" | "status" | "verbs">;

/** Assigns the fields that create mutations write to the spec, and other written fields to the status. */
function sidesOf(type: GraphQLObjectType, known: Known): Sides {
  const { writes, isVersion } = known;
  const bodied = withoutMarkers(
    writes
      .map((write) => ({ ...write, targets: targetsOf(type, write, known) }))
      .filter(({ targets }) => targets.size > 0),
  );
  const takesVersion = (write: Write): boolean => write.parts.some(isVersion);
  const given = (write: Write): WriteVerb | undefined => givenVerb(known.hints, write.field);
  const { creating, applied } = creationsAmong(type, bodied, known);
  const { spec, status, reason, confidence } = splitOf(type, { creating, bodied, known });
  const verbs = new Map<string, Finding<WriteVerb>>();
  const word = (write: Write): string | undefined => mutationVerb(write.field, type.name)?.verb;
  for (const write of bodied) {
    const hasTwin = (one: Write): boolean =>
      bodied.some((other) => other !== one && other !== creating && areTwins(one, other));
    const verb = verbOf(write, { creating, applied, spec, status, takesVersion, word, hasTwin });
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
  const unknown = bodied.filter((write) => given(write) === undefined);
  const shared = sharedAmong(unknown, { creating, spec, status, verbs });
  for (const [path, verb] of shared) verbs.set(path, verb);
  return {
    spec,
    status,
    verbs,
    shared: new Set(shared.map(([path]) => path)),
    applied: applied?.field.path,
    sides: { confidence, reason },
  };
}

function creationsAmong(
  type: GraphQLObjectType,
  bodied: readonly Write[],
  { hints, identity, isVersion }: Known,
): { readonly creating: Write | undefined; readonly applied: Write | undefined } {
  const given = (write: Write): WriteVerb | undefined => givenVerb(hints, write.field);
  const takesVersion = ({ parts }: Write): boolean => parts.some(isVersion);
  const creating =
    bodied.find((write) => given(write) === "create") ??
    creatorAmong(
      bodied.filter((write) => given(write) === undefined),
      { type, takesVersion },
    );
  if (creating !== undefined || identity.id !== undefined) return { creating, applied: undefined };
  const takesOptionalVersion = ({ parts }: Write): boolean =>
    parts.some((part) => isVersion(part) && !part.isRequired);
  const applied = appliedAmong(bodied, { type, takesOptionalVersion });
  return { creating: applied, applied };
}

function givenVerb(hints: Hints, field: RootField): WriteVerb | undefined {
  const verb = givenFor(hints, field)?.verb;
  return verb === "read" || verb === "list" ? undefined : verb;
}

function targetsOf(
  type: GraphQLObjectType,
  { targets, parts }: Write,
  { version, identity, isVersion }: Known,
): Set<string> {
  const versions = new Set(parts.filter(isVersion).flatMap((part) => memberOf(part) ?? []));
  const holder = holderOf(identity);
  return new Set(
    [...targets].filter(
      (target) =>
        target !== version.path &&
        target !== holder &&
        !versions.has(target) &&
        // A second version, such as that of the requested software, is content.
        ["resourceVersion", undefined].includes(partNamed(target, type)),
    ),
  );
}

/**
 * Finds the fields with a custom scalar that are single values, such as a version of type `ByteArray`, although the
 * scalar could contain any JSON. Nested content belongs to either the spec or the status, and is written together with
 * the rest of it. In contrast, a token is sent with writes of both, or with a write and a deletion, and with no create
 * mutation.
 */
function tokensAmong(type: GraphQLObjectType, writes: readonly Write[]): ReadonlySet<string> {
  const forms = Object.entries(outputFields(type))
    .filter(([, member]) => isAnyForm(getNamedType(member)))
    .map(([name]) => name);
  return new Set(forms.filter((name) => isToken(name, type, writes)));
}

function isToken(name: string, type: GraphQLObjectType, writes: readonly Write[]): boolean {
  const takers = writes.filter(({ parts }) => parts.some((part) => memberOf(part) === name));
  const verbs = new Set(takers.map(({ field }) => mutationVerb(field, type.name)?.verb));
  if (verbs.has("create")) return false;
  if (takers.length > 1 && verbs.has("delete")) return true;
  const others = takers.map(
    ({ targets }) => new Set([...targets].filter((target) => target !== name)),
  );
  return others.some((own, index) =>
    others
      .slice(index + 1)
      .some((other) => own.size > 0 && other.size > 0 && isDisjoint(own, other)),
  );
}

function isDisjoint(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...own].every((target) => !other.has(target));
}
