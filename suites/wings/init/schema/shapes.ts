import {
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type {
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLEnumType,
  GraphQLEnumValue,
} from "graphql";
import { memoized } from "#contract";
import { bareType, inputFields, isListed, isRequired, outputFields } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";
import { wordsOf } from "./value-styles.ts";

export interface Leaf {
  readonly name: string;
  readonly path: string;
  readonly holder: string;
  readonly type: GraphQLOutputType;
}

/** Returns the leaves of a type and of the objects in it, top-level ones first. */
export const leavesOf = memoized((type: GraphQLObjectType): readonly Leaf[] => {
  const members = Object.entries(outputFields(type));
  const below = members.flatMap(([holder, inner]) =>
    isListed(inner) || !isObjectType(getNamedType(inner))
      ? []
      : leavesIn(outputFields(getNamedType(inner)), holder),
  );
  return [...leavesIn(outputFields(type), ""), ...below];
});

function leavesIn(
  members: Readonly<Record<string, GraphQLOutputType>>,
  holder: string,
): readonly Leaf[] {
  return Object.entries(members).flatMap(([name, type]) =>
    isListed(type) || !isLeafType(getNamedType(type))
      ? []
      : [{ name, type, holder, path: holder === "" ? name : `${holder}.${name}` }],
  );
}

/** Whether a field is non-null. In a type without non-null fields, every field counts as non-null. */
export function isAlways(type: GraphQLOutputType, owner: GraphQLObjectType): boolean {
  return isNonNullType(type) || !promisesAnything(owner);
}

const promisesAnything = memoized((owner: GraphQLObjectType): boolean =>
  leavesOf(owner).some(({ type }) => isNonNullType(type)),
);

export function bodiesIn(type: GraphQLObjectType): readonly string[] {
  return Object.entries(outputFields(type))
    .filter(([, inner]) => !isListed(inner) && isBody(getNamedType(inner)))
    .map(([name]) => name);
}

function isBody(type: GraphQLNamedType): boolean {
  return isObjectType(type) || isAnyForm(type);
}

/** Whether a custom scalar can contain any JSON, judging by its name. */
export function isAnyForm(type: GraphQLNamedType): boolean {
  return (
    isScalarType(type) &&
    !isSpecifiedScalarType(type) &&
    !/int|long|time|date|instant|uuid|decimal|float|duration|url|uri/iu.test(type.name)
  );
}

/** Whether a scalar contains integers, judging by its name: `Int`, `BigInt`, `UnsignedLong`, `Int64`. */
export function isInteger(type: GraphQLNamedType): boolean {
  return isScalarType(type) && integerName.test(type.name);
}

const integerName =
  /^(?:unsigned|non_?negative|non_?positive|positive|negative|safe|big|u)?_?(?:int(?:eger)?|long)_?(?:8|16|32|64|128|256)?$/iu;

export function plain(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** Whether a name is the plural of a word: `sites` for `site`, `factories` for `factory`. */
export function isPluralOf(name: string, word: string): boolean {
  const [many, one] = [plain(name), plain(word)];
  return one !== "" && [`${one}s`, `${one}es`, one.replace(/y$/u, "ies")].includes(many);
}

/**
 * Whether one of the words of a name may be an inflected form of a word, in any language: it has the same stem, and at
 * most the last two letters of the word differ, as in `standorte` for `standort` and `allStations` for `station`.
 */
export function isFormOf(name: string, word: string): boolean {
  const stem = plain(word).slice(0, Math.max(shortestStem, plain(word).length - 2));
  return (
    stem.length >= shortestStem &&
    [name, ...wordsOf(name)].some((one) => plain(one).startsWith(stem))
  );
}

const shortestStem = 4;

/**
 * Whether an input has the name of a field, optionally preceded by `by` or by the name of the kind: `sailingId` means
 * the id of a `SailingView`.
 */
export function isSameWord(input: string, member: string, kind: string): boolean {
  const [given, meant, owner] = [plain(input), plain(member), plain(kind)];
  const last = plain(lastWordOf(kind));
  const bare = owner.replace(wrapperWord, "");
  return [meant, ...[owner, last, bare, "by"].map((before) => `${before}${meant}`)].includes(given);
}

/** Words that a schema adds to the name of a kind, as in `SailingView`. */
const wrapperWord =
  /(?<=.)(?:aggregate|dto|entity|model|node|projection|readmodel|record|resource|view)$/u;

/** Returns the last word of a name in camel case: `Job` for `PrintJob`. */
export function lastWordOf(name: string): string {
  return /\p{Lu}[\p{Ll}\p{N}]*$/u.exec(name)?.[0] ?? name;
}

/**
 * Whether an input has the name of a scalar field, optionally with the kind name: `slug` or `siteSlug` for `site.slug`.
 */
export function meansLeaf(
  input: string,
  { name, path }: Pick<Leaf, "name" | "path">,
  kind: string,
): boolean {
  return isSameWord(input, name, kind) || isSameWord(input, path, kind);
}

export function overlapOf(input: Input, names: readonly string[]): number {
  const wanted = new Set(names.map(plain));
  return inputFields(input).filter(({ name }) => wanted.has(plain(name))).length;
}

/** Finds the input that tests for equality, such as `eq` in `slug: { eq, in }`. */
export function equalityIn(input: Input): Input | undefined {
  return inputFields(input).find(
    ({ name, type }) =>
      /^_?(?:eq|equals|equalTo|is)$/iu.test(name) && isLeafType(getNamedType(type)),
  );
}

/** The fields of an input object may be alternatives if all are optional and one is an object with required fields. */
export function isChoice(members: readonly Input[]): boolean {
  return members.length > 1 && !members.some(isRequired) && members.some(isComposite);
}

function isComposite(member: Input): boolean {
  return !isListType(bareType(member)) && inputFields(member).some(isRequired);
}

export function assignmentIn(input: Input): Input | undefined {
  const members = inputFields(input);
  return members.every(isOperation) ? members.find(isSetting) : undefined;
}

function isOperation(input: Input): boolean {
  const isValue = isLeafType(getNamedType(input.type)) || isListType(bareType(input));
  return operationWord.test(input.name) && isValue;
}

/**
 * Returns the operations that write the fields of a related object, as in `status: { update, upsert, delete }`. Empty
 * if the input also contains other fields.
 */
export function nestedWritesIn(input: Input): readonly Input[] {
  const operations = inputFields(input);
  if (!operations.every(({ name }) => relationWord.test(name))) return [];
  return operations.filter(
    (operation) =>
      isObjectInput(operation) &&
      !isListType(bareType(operation)) &&
      writingWord.test(operation.name),
  );
}

const writingWord = /^(?:create|replace|set|update|upsert)$/iu;

const relationWord =
  /^(?:connect|connectOrCreate|create|delete|disconnect|replace|set|unset|update|upsert)$/iu;

const operationWord =
  /^[_$]?(?:add|append|dec|decrement|divide|inc|increment|mul|multiply|pop|prepend|pull|push|remove|set|unset)$/iu;

/** Removes input objects for operations other than replacing values, such as `_inc` and `_append` next to `_set`. */
export function withoutOperations<Given extends Input>(inputs: readonly Given[]): readonly Given[] {
  const operating = inputs.filter(
    (input) => isObjectInput(input) && operationWord.test(input.name) && !isNonNullType(input.type),
  );
  if (!operating.some(isSetting)) return inputs;
  return inputs.filter((input) => !operating.includes(input) || isSetting(input));
}

function isSetting({ name }: Input): boolean {
  return /^[_$]?set$/iu.test(name);
}

export function isObjectInput(input: Input): boolean {
  return isInputObjectType(getNamedType(input.type));
}

/**
 * Returns the values of an enum, in order. Deprecated values and those that stand for no value, such as
 * `STATE_UNSPECIFIED`, are last, because an endpoint may reject them.
 */
export function valuesOf(type: GraphQLEnumType): readonly string[] {
  const values = type.getValues();
  const spare = values.filter(isSpareValue);
  return [...values.filter((value) => !isSpareValue(value)), ...spare].map(({ name }) => name);
}

function isSpareValue({ name, deprecationReason }: GraphQLEnumValue): boolean {
  const isEmpty = /(?:^|_)(?:unspecified|unknown|undefined)$/iu.test(name);
  return isEmpty || typeof deprecationReason === "string";
}
