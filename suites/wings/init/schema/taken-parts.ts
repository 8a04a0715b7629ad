import { getNamedType, isListType } from "graphql";
import type { GraphQLObjectType } from "graphql";

import { affixedNames } from "./affixed-names.ts";
import { holderOf, isIdType, pathsOf } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { isMetadata } from "./object-types.ts";
import { isVersionName } from "./role-words.ts";
import type { SampledStatus } from "./sampled-status.ts";
import { referenceKeys } from "./references.ts";
import { bareType, inputFields, isListed, isRequired, outputFields } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import {
  assignmentIn,
  bodiesIn,
  equalityIn,
  isChoice,
  isObjectInput,
  isSameWord,
  lastWordOf,
  leavesOf,
  meansLeaf,
  nestedWritesIn,
  overlapOf,
  plain,
} from "./shapes.ts";
import type { Leaf } from "./shapes.ts";
import { isVersionHolder } from "./version-holders.ts";

export type InputPart =
  | { readonly part: "group" }
  /** A field of the object with nested content, such as the spec. */
  | { readonly part: "body"; readonly member: string }
  /**
   * A scalar. `member` is the matching field of the object, if any. A compared value only finds objects and is not
   * written.
   */
  | { readonly part: "value"; readonly member?: string; readonly isCompared?: true };

export interface TakenPart {
  readonly input: Input;
  readonly path: string;
  readonly isRequired: boolean;
  readonly of: InputPart;
}

const deepest = 4;

const deepestKey = 2;

/** Minimum length of a field name that is matched as part of another name, in characters. */
const shortestWord = 3;

/**
 * Whether a scalar input identifies the object that contains the key: `archive` for `archive.slug`, or `projectPath`
 * for `project.fullPath`.
 */
export function isOwnerOf(input: Input, path: string): boolean {
  const [key = "", ...holders] = path.split(".").toReversed();
  const holder = plain(holders.toReversed().join(""));
  const words = [holder, `${holder}${plain(lastWordOf(key))}`];
  return !isObjectInput(input) && holder !== "" && words.includes(plain(input.name));
}

/**
 * Whether an optional argument decides how an insertion handles an existing object, as in an upsert. It contains a
 * filter next to other fields, and another argument takes the new object.
 */
function isClashOption(input: Input, all: readonly Input[]): boolean {
  if (isRequired(input) || !all.some((other) => other !== input && isRequired(other))) return false;
  const fields = inputFields(input);
  return (
    fields.some(isFilter) &&
    fields.some((field) => !isFilter(field) && equalityIn(field) === undefined) &&
    !fields.some((field) => equalityIn(field) !== undefined)
  );
}

function isFilter(input: Input): boolean {
  return inputFields(input).some((inner) => equalityIn(inner) !== undefined);
}

function isMember(part: InputPart): boolean {
  return part.part !== "group" && part.member !== undefined;
}

export class InputReader {
  readonly #type: GraphQLObjectType;
  readonly #bodies: readonly string[];
  readonly #own: readonly string[];
  readonly #holder: string;
  readonly #sampled: SampledStatus | undefined;
  /** The body to which an input field belongs, if its input object also contains fields that belong to no body. */
  readonly #shared = new WeakMap<Input, string>();
  /** The body to which an operation on a related object belongs, such as `status` for `status: { update }`. */
  readonly #nested = new WeakMap<Input, string>();
  readonly #id: Leaf | undefined;
  readonly #keys: readonly string[];
  readonly #place: Leaf | undefined;
  readonly #compared: ReadonlySet<Input>;
  readonly #references: ReadonlySet<string>;
  readonly #scopes: ReadonlySet<string>;
  /** Inputs that take the id of the object under another name, such as `ownerId`. */
  readonly #standIns = new WeakSet<Input>();
  /** The field that an input sets if its name also has an affix, such as `phase` for `newPhase`. */
  readonly #meanings = new WeakMap<Input, string>();

  /** Without a sampled status, only fields of the object type belong to an object. */
  constructor(
    type: GraphQLObjectType,
    identity: Identity,
    {
      sampled,
      tokens,
      references = new Set(),
      compared = new Set(),
      scopes = new Set(),
    }: {
      readonly sampled?: SampledStatus | undefined;
      /** Inputs that only find objects, in addition to those whose own fields compare values. None by default. */
      readonly compared?: ReadonlySet<Input> | undefined;
      /** Names of inputs that every list requires, such as the id of an owner. None by default. */
      readonly scopes?: ReadonlySet<string>;
      /** Fields with a custom scalar that are values, not nested content. */
      readonly tokens?: ReadonlySet<string>;
      /** Fields that contain another object. None by default. */
      readonly references?: ReadonlySet<string>;
    } = {},
  ) {
    this.#type = type;
    this.#sampled = sampled;
    this.#compared = compared;
    this.#references = references;
    this.#scopes = scopes;
    this.#holder = holderOf(identity);
    this.#id = identity.id;
    this.#place = identity.namespace;
    this.#keys = [identity.name.path, ...(identity.id === undefined ? [] : [identity.id.path])];
    // A key is a single value, even if its custom scalar could contain any JSON.
    const values = new Set([...pathsOf(identity), ...(tokens ?? [])]);
    this.#bodies = bodiesIn(type).filter(
      (member) =>
        member !== this.#holder &&
        !this.isMetadata(member) &&
        !references.has(member) &&
        !values.has(member),
    );
    const held = leavesOf(type).filter(({ holder }) => holder === "" || holder === this.#holder);
    this.#own = [...Object.keys(outputFields(type)), ...held.map(({ name }) => name)];
  }

  isMetadata(member: string): boolean {
    const held = outputFields(this.#type)[member];
    if (held === undefined) return false;
    return isMetadata(getNamedType(held)) || isVersionHolder(this.#type, member);
  }

  /** Whether a field contains another object, of which writes take only the key. */
  isReference(member: string): boolean {
    return this.#references.has(member);
  }

  /** All inputs of a call except groups. */
  partsOf(field: RootField): readonly TakenPart[] {
    const inputs = field.arguments.filter((input) => !isClashOption(input, field.arguments));
    const named = this.#partsIn(inputs, "", true);
    const parts = this.#findsMeanings(named) ? this.#partsIn(inputs, "", true) : named;
    const standIn = this.#standInAmong(parts);
    if (standIn === undefined) return parts;
    this.#standIns.add(standIn.input);
    return parts.map((part) =>
      part === standIn ? { ...part, of: this.partOf(standIn.input) } : part,
    );
  }

  /** Finds the fields that inputs set whose names have an affix. False if there are none. */
  #findsMeanings(parts: readonly TakenPart[]): boolean {
    const known = parts.flatMap(({ of }) => (of.part === "group" ? [] : (of.member ?? [])));
    const taken = new Set(known.flatMap((path) => [path, path.split(".").at(-1)]).map(String));
    const unknown = parts.filter(
      ({ input, of }) => of.part === "value" && of.member === undefined && !isObjectInput(input),
    );
    const members = [...this.#own, ...this.#bodies.flatMap((body) => this.#membersOf(body))];
    const found = affixedNames(
      unknown.map(({ input }) => input.name),
      [...new Set(members)].filter((member) => !taken.has(member)),
    );
    for (const { input } of unknown) {
      const meaning = found.get(input.name);
      if (meaning !== undefined) this.#meanings.set(input, meaning);
    }
    return found.size > 0;
  }

  /** The name of an input, without an affix that other inputs of the call share. */
  meaningOf(input: Input): string {
    return this.#meanings.get(input) ?? input.name;
  }

  isStandIn(input: Input): boolean {
    return this.#standIns.has(input);
  }

  /**
   * Finds the only required id without another meaning, if the call has no other key of the object. A status in a
   * separate table also contains its owner's id, such as `zoneId`.
   */
  #standInAmong(parts: readonly TakenPart[]): TakenPart | undefined {
    const id = this.#id;
    const isKey = ({ of }: TakenPart): boolean =>
      of.part === "value" && of.member !== undefined && this.#keys.includes(of.member);
    if (id === undefined || !isIdType(getNamedType(id.type)) || parts.some(isKey)) {
      return undefined;
    }
    const idType = getNamedType(id.type).name;
    const found = parts.filter(
      ({ input, isRequired: isNeeded, of }) =>
        isNeeded &&
        of.part === "value" &&
        (of.member === undefined || this.#isOwner(input, of.member)) &&
        getNamedType(input.type).name === idType &&
        !this.#scopes.has(input.name),
    );
    const single = found.filter(({ input }) => !isListType(bareType(input)));
    // A list of ids next to content contains references.
    const isBare = parts.every(({ of }) => of.part === "value" && of.member === undefined);
    const [only, ...others] = single.length === 0 && isBare ? found : single;
    return others.length === 0 ? only : undefined;
  }

  /**
   * Recognizes inputs that find objects by an owner's id in a body, such as the key of a table with one row per object.
   */
  #ownersIn(whole: Input): InputPart | undefined {
    const inputs = inputFields(whole);
    if (this.#id === undefined || inputs.length === 0) return undefined;
    const areOwners = inputs.every((input) => {
      if (this.#standIns.has(input)) return true;
      const of = isObjectInput(input) ? undefined : this.#valueOf(input, undefined);
      const isOwned = of?.part === "value" && of.member !== undefined;
      return isOwned && isRequired(input) && this.#isOwner(input, of.member ?? "");
    });
    return areOwners ? { part: "group" } : undefined;
  }

  #isOwner({ name }: Input, member: string): boolean {
    const [body = "", inner] = member.split(".");
    const [, owner = ""] = /^(.{3,})id$/u.exec(plain(name)) ?? [];
    return (
      inner !== undefined &&
      this.#bodies.includes(body) &&
      owner !== "" &&
      plain(this.#type.name).endsWith(owner)
    );
  }

  partOf(input: Input): InputPart {
    const part = this.#writtenPart(input);
    if (part.part === "group" || !this.#compared.has(input)) return part;
    return {
      part: "value",
      isCompared: true,
      ...(part.member === undefined ? {} : { member: part.member }),
    };
  }

  #writtenPart(input: Input): InputPart {
    const named =
      this.#nested.get(input) ??
      this.#bodies.find((member) => isSameWord(input.name, member, this.#type.name));
    if (!isObjectInput(input)) return this.#valueOf(input, named);
    if (named !== undefined && this.#isAround(input, named)) return { part: "group" };
    return this.#specialOf(input) ?? this.#objectOf(input, named);
  }

  /** Whether an input with the name of a body contains the body next to a key: `telemetry: [{ id, telemetry }]`. */
  #isAround(input: Input, body: string): boolean {
    const inner = inputFields(input);
    return (
      inner.some((one) => isObjectInput(one) && isSameWord(one.name, body, this.#type.name)) &&
      inner.some((one) => this.#isKey(one))
    );
  }

  #specialOf(input: Input): InputPart | undefined {
    return (
      this.#locatedBy(input) ??
      this.#referredBy(input) ??
      this.#comparedBy(input) ??
      this.#assignedBy(input) ??
      this.#listedIn(input) ??
      this.#ownersIn(input)
    );
  }

  #objectOf(input: Input, named: string | undefined): InputPart {
    const operations = nestedWritesIn(input);
    if (named !== undefined && operations.length > 0) {
      for (const operation of operations) this.#nested.set(operation, named);
      return { part: "group" };
    }
    const best = this.#bestBody(input);
    const own = overlapOf(input, this.#own);
    const isAssigned = inputFields(input).some((field) => assignmentIn(field) !== undefined);
    if (named !== undefined && isAssigned) return this.#wholeOrShared(input, named);
    if (named !== undefined && (best === undefined || best.member === named || best.size < own)) {
      return own > this.#sizeOf(input, named) ? { part: "group" } : { part: "body", member: named };
    }
    if (best !== undefined && best.size > own) return this.#wholeOrShared(input, best.member);
    return own > 0 ? { part: "group" } : (this.#innerOf(input) ?? { part: "group" });
  }

  /**
   * Classifies an input as a body or as a group. A group also contains other inputs, such as the identity or the
   * expected version, or assigns each field separately.
   */
  #wholeOrShared(input: Input, member: string): InputPart {
    const held = new Set(this.#membersOf(member).map(plain));
    const isHeld = ({ name }: Input): boolean => held.has(plain(name));
    const fields = inputFields(input);
    const isMixed = fields.some(
      (field) => !isHeld(field) && (this.#isOfObject(field) || this.#holdsKey(field, deepestKey)),
    );
    const isAssigned = fields.some((field) => assignmentIn(field) !== undefined);
    if (!isMixed && !isAssigned) {
      return { part: "body", member };
    }
    for (const field of fields.filter(isHeld)) this.#shared.set(field, member);
    return { part: "group" };
  }

  /**
   * Whether a scalar input has the name of an object field outside spec and status, with or without a prefix, such as
   * `revision` or `expectedRevision`.
   */
  #isOfObject(input: Input): boolean {
    if (isObjectInput(input) || isListType(bareType(input))) return false;
    const name = plain(input.name);
    return leavesOf(this.#type)
      .filter(({ holder }) => holder === "" || holder === this.#holder)
      .some((leaf) => {
        const word = plain(leaf.name);
        return name === word || (word.length >= shortestWord && name.endsWith(word));
      });
  }

  #holdsKey(input: Input, depth: number): boolean {
    return inputFields(input).some(
      (inner) => this.#isKey(inner) || (depth > 1 && this.#holdsKey(inner, depth - 1)),
    );
  }

  /**
   * Recognizes an input object with several ways to find an object, including by its keys: `{ id }` or `{ address: {
   * site, label } }`. Every field must be a key, because an input with other fields is a body.
   */
  #locatedBy(input: Input): InputPart | undefined {
    const members = inputFields(input);
    const isKeyed = (member: Input): boolean => {
      const inner = inputFields(member);
      const isSingle = !isListType(bareType(member));
      return isSingle && inner.some((one) => this.#isKey(one)) && !inner.some(isObjectInput);
    };
    const isLocator = members.every((member) =>
      isObjectInput(member)
        ? isKeyed(member)
        : this.#isKey(member) || isIdType(getNamedType(member.type)),
    );
    return isChoice(members) && isLocator ? { part: "group" } : undefined;
  }

  /** Finds the field that identifies the object to which an input refers, such as `studioSlug` or `studio.slug`. */
  #referredBy(input: Input): InputPart | undefined {
    const keys = referenceKeys(input);
    const [first] = keys;
    if (first === undefined) return undefined;
    const parts = keys.flatMap(({ key, whole }) => [key, whole]).map((one) => this.#ownLeaf(one));
    const place = this.#place?.path;
    const isPlace = (part: InputPart | undefined): boolean =>
      part?.part === "value" && place !== undefined && part.member === place;
    return parts.find(isPlace) ?? parts.find((part) => part !== undefined) ?? { part: "value" };
  }

  #ownLeaf({ name }: Input): InputPart | undefined {
    const leaf = leavesOf(this.#type).find(
      (one) => plain(one.name) === plain(name) || plain(one.path) === plain(name),
    );
    return leaf === undefined ? undefined : { part: "value", member: leaf.path };
  }

  #comparedBy(input: Input): InputPart | undefined {
    if (equalityIn(input) === undefined) return undefined;
    const compared = this.#valueOf(input, undefined);
    return compared.part === "value" ? { ...compared, isCompared: true } : undefined;
  }

  #assignedBy(input: Input): InputPart | undefined {
    return assignmentIn(input) === undefined ? undefined : this.#valueOf(input, undefined);
  }

  /** Recognizes a list of objects. A single object is written even if the input requires a list. */
  #listedIn(input: Input): InputPart | undefined {
    if (!isListType(bareType(input))) return undefined;
    const listed = this.#listed(input, ["", ...this.#bodies]);
    return isMember(listed) || !isRequired(input) ? listed : undefined;
  }

  /** Finds the object inside a body that an input object writes. Both have the same name and common fields. */
  #innerOf(input: Input): InputPart | undefined {
    for (const body of this.#bodies) {
      const held = outputFields(this.#type)[body];
      const inner = held === undefined ? {} : outputFields(getNamedType(held));
      const found = Object.entries(inner).find(([name]) => plain(name) === plain(input.name));
      if (found === undefined || isListed(found[1])) continue;
      const members = Object.keys(outputFields(getNamedType(found[1])));
      if (overlapOf(input, members) > 0) return { part: "value", member: `${body}.${found[0]}` };
    }
    return undefined;
  }

  #valueOf(input: Input, named: string | undefined): InputPart {
    if (this.#id !== undefined && this.#standIns.has(input)) {
      return { part: "value", member: this.#id.path };
    }
    const place = this.#place;
    if (place !== undefined && isOwnerOf(input, place.path)) {
      return { part: "value", member: place.path };
    }
    if (named !== undefined) return { part: "body", member: named };
    const shared = this.#shared.get(input);
    const meaning = this.meaningOf(input);
    // An input for the title of the object is not for the title of an object that it refers to.
    const all = leavesOf(this.#type).filter(
      ({ holder, path }) => !this.#references.has(holder) || plain(path) === plain(input.name),
    );
    const leaves = shared === undefined ? all : all.filter(({ holder }) => holder === shared);
    const leaf =
      leaves.find(({ name }) => plain(name) === plain(meaning)) ??
      leaves.find((one) => meansLeaf(meaning, one, this.#type.name)) ??
      leaves.find(({ holder }) => this.#isVersionCalled(meaning, holder));
    if (leaf !== undefined) return { part: "value", member: leaf.path };
    return this.#listed({ name: meaning }, shared === undefined ? ["", ...this.#bodies] : [shared]);
  }

  #isVersionCalled(name: string, holder: string): boolean {
    return isVersionHolder(this.#type, holder) && isSameWord(name, holder, this.#type.name);
  }

  /**
   * Finds the field that an input without a matching leaf sets. The field has the same name, at the top level or in a
   * body.
   */
  #listed({ name }: Pick<Input, "name">, bodies: readonly string[]): InputPart {
    const found = bodies
      .map((body) => ({ body, members: this.#membersOf(body) }))
      .find(({ members }) => members.some((member) => plain(member) === plain(name)));
    if (found === undefined) return this.#sampledPart(name);
    const member = found.members.find((one) => plain(one) === plain(name)) ?? name;
    return { part: "value", member: found.body === "" ? member : `${found.body}.${member}` };
  }

  #sampledPart(name: string): InputPart {
    if (this.#sampled?.names.includes(name) !== true) return { part: "value" };
    return { part: "value", member: `${this.#sampled.member}.${name}` };
  }

  /** A body in a table of its own may refer back to its object, which is not part of the body. */
  #membersOf(body: string): readonly string[] {
    if (body === "") return Object.keys(outputFields(this.#type));
    const held = outputFields(this.#type)[body];
    const inner = held === undefined ? {} : outputFields(getNamedType(held));
    return Object.entries(inner).flatMap(([name, type]) =>
      getNamedType(type).name === this.#type.name ? [] : [name],
    );
  }

  #sizeOf(input: Input, member: string): number {
    return overlapOf(input, this.#membersOf(member));
  }

  #bestBody(input: Input): { readonly member: string; readonly size: number } | undefined {
    return this.#bodies
      .map((member) => ({ member, size: this.#sizeOf(input, member) }))
      .filter(({ size }) => size > 0)
      .toSorted((left, right) => right.size - left.size)[0];
  }

  /**
   * If the inputs are several unique keys of an object, returns the key that contains its name and the expected
   * version.
   */
  #chosen(members: readonly Input[]): readonly Input[] {
    if (!isChoice(members)) return members;
    const named = members.find((member) => inputFields(member).some((one) => this.#isKey(one)));
    if (named === undefined) return members;
    const expected = members.filter(
      (member) =>
        isVersionName(member.name) && (!isObjectInput(member) || equalityIn(member) !== undefined),
    );
    return [named, ...expected];
  }

  #isKey(input: Input): boolean {
    const of = isObjectInput(input) ? undefined : this.#valueOf(input, undefined);
    return of?.part === "value" && of.member !== undefined && this.#keys.includes(of.member);
  }

  #partsIn(inputs: readonly Input[], path: string, isNeeded: boolean): readonly TakenPart[] {
    return inputs.flatMap((input): readonly TakenPart[] => {
      const at = path === "" ? input.name : `${path}.${input.name}`;
      const of = this.partOf(input);
      const needed = isNeeded && isRequired(input);
      if (of.part === "group" && at.split(".").length < deepest) {
        return this.#partsIn(this.#chosen(inputFields(input)), at, needed);
      }
      return [{ input, path: at, isRequired: needed, of }];
    });
  }
}
