import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLInputType, GraphQLOutputType, GraphQLScalarType } from "graphql";
import { isSameValue } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { InvalidStatus, KindSamples } from "#targets";
import { counterIn } from "#targets/graphql";
import { valuesOf } from "./shapes.ts";
import { writtenFields } from "./conditions-guess.ts";
import { exampleValues, placeholderOf, placeholdersIn } from "./example-values.ts";
import {
  formatNamed,
  instants,
  isIntegerNamed,
  isTimeName,
  scalarValuesIn,
} from "./value-formats.ts";

export type BodyMembers = Readonly<Record<string, GraphQLInputType | GraphQLOutputType>>;

const sampleCount = 3;

const deepestSample = 4;

/**
 * Generates samples of a kind from the types of its fields. Specs or statuses are empty if the types of their fields
 * are not specific enough.
 */
export function guessSamples(
  spec: BodyMembers,
  status: BodyMembers,
  { conditions, isTyped }: { readonly conditions: string | undefined; readonly isTyped: boolean },
): KindSamples {
  const indices = Array.from({ length: sampleCount }, (_, index) => index);
  const specs = indices.map((index) => bodyOf(spec, index, undefined));
  const known = Object.fromEntries(
    Object.entries(status).filter(([, type]) => isNonNullType(type) || !isUnknown(type)),
  );
  const reported = indices.map((index) => bodyOf(known, index, conditions));
  const isDistinct = reported.every((one) => Object.keys(one).length > 0);
  const statuses = withCounter(
    isDistinct ? reported.map((one, index) => withChoices(one, status, index)) : reported,
  );
  return {
    specs: specs.every((one) => Object.keys(one).length > 0) ? specs : [],
    statuses: statuses.every((one) => Object.keys(one).length > 0) ? statuses : [],
    counter: counterIn(statuses) ?? "observedGeneration",
    invalidStatuses: invalidStatusesOf(status, isTyped),
  };
}

/**
 * Whether a type is a scalar of unknown format. Optional status fields of such a type are not written: a status must be
 * stored as sent, but an endpoint may store the value in another notation.
 */
function isUnknown(type: BodyMembers[string]): boolean {
  const named = getNamedType(type);
  if (!isScalarType(named) || isSpecifiedScalarType(named)) return false;
  return placeholdersIn(ofCustomScalar(named.name, "", 0) ?? null).length > 0;
}

/**
 * Samples for an untyped spec or status. A probe shows whether the endpoint accepts them, or which values it requires.
 */
export const anySamples: readonly JsonObject[] = [
  { size: 1, note: "note-a", items: ["a", "b"] },
  { size: 2, note: "note-b", items: ["c"] },
  { size: 3, note: "note-c", items: ["a", "d"] },
];

export function isMadeUp(sample: JsonObject): boolean {
  const names = Object.keys(anySamples[0] ?? {});
  return Object.keys(sample).every((name) => names.includes(name));
}

function bodyOf(members: BodyMembers, index: number, conditions: string | undefined): JsonObject {
  const entries = Object.entries(members).flatMap(([name, type]): [string, JsonValue][] => {
    const value =
      name === conditions ? conditionsFor(type, index) : valueOf(type, name, { index, depth: 1 });
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the value of a field in a sample. A required field has a value even if there are too few different values for
 * all samples.
 */
function valueOf(
  type: GraphQLInputType | GraphQLOutputType,
  name: string,
  place: SamplePlace,
): JsonValue | undefined {
  const found = sampleOf(type, name, place);
  return found === undefined && isNonNullType(type) ? fewValues(type.ofType, place.index) : found;
}

/**
 * Returns a value for a field with too few values: an empty list, or an enum or Boolean value that several samples
 * share.
 */
function fewValues(
  type: GraphQLInputType | GraphQLOutputType,
  index: number,
): JsonValue | undefined {
  if (isListType(type)) return [];
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const values = valuesOf(named);
    return values[index % values.length];
  }
  return named.name === "Boolean" ? index % 2 === 0 : undefined;
}

/** Whether a scalar accepts arbitrary values, usually objects, judging by its name. An `ObjectID` identifies one. */
function isUntyped(type: string): boolean {
  return untyped.test(type) && !/(?:code|id|key|name|number)$/iu.test(type);
}

const untyped = /json|any|object|map|dict|struct|record|document|upload|void/iu;

/**
 * Sets Booleans and small enums in a status, because a mutation may write nothing else. Other fields distinguish the
 * samples.
 */
function withChoices(sample: JsonObject, members: BodyMembers, index: number): JsonObject {
  const choices = Object.entries(members).flatMap(([name, type]): [string, JsonValue][] => {
    const named = getNamedType(type);
    const isChoice =
      named.name === "Boolean" || (isEnumType(named) && named.getValues().length > 1);
    if (Object.hasOwn(sample, name) || isListType(type) || !isChoice) return [];
    const value = fewValues(type, index);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...sample, ...Object.fromEntries(choices) };
}

interface SamplePlace {
  readonly index: number;
  readonly depth: number;
}

function sampleOf(
  type: GraphQLInputType | GraphQLOutputType,
  name: string,
  place: SamplePlace,
): JsonValue | undefined {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) return listOf(bare.ofType, name, place);
  const named = getNamedType(bare);
  if (isEnumType(named)) {
    const values = valuesOf(named);
    // All samples must differ, so an enum with two values cannot be used.
    return values.length < sampleCount ? undefined : values[place.index];
  }
  if (isInputObjectType(named) || isObjectType(named)) return objectOf(named, place);
  if (isScalarType(named) && !isSpecifiedScalarType(named))
    return describedValues(named)?.[place.index] ?? ofCustomScalar(named.name, name, place.index);
  return ofScalar(named.name, name, place.index);
}

function describedValues(scalar: GraphQLScalarType): readonly JsonValue[] | undefined {
  const { name, description, specifiedByURL } = scalar;
  const text = [description, specifiedByURL].filter((one) => typeof one === "string").join(" ");
  const shown = exampleValues(text);
  if (shown !== undefined) return shown;
  const named = isMoment(name) ? undefined : formatNamed(name);
  if (named !== undefined) return named;
  const isPlain = isMoment(name) || isUntyped(name) || text === "";
  return isPlain ? undefined : scalarValuesIn(`${name} ${text}`);
}

/** Generates a list. One sample has several items, because a server may lose all but the first. */
function listOf(
  type: GraphQLInputType | GraphQLOutputType,
  name: string,
  place: SamplePlace,
): JsonValue | undefined {
  const choices = choicesIn(type);
  if (choices !== undefined) return choices[place.index];
  const item = sampleOf(type, name, place);
  if (item === undefined || place.index < sampleCount - 1)
    return item === undefined ? undefined : [item];
  const other = sampleOf(type, name, { ...place, index: 0 });
  return other === undefined || isSameValue(item, other) ? [item] : [item, other];
}

/** Returns different lists of the values of an enum that has too few of them for an item in each sample. */
function choicesIn(type: GraphQLInputType | GraphQLOutputType): readonly JsonValue[] | undefined {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (!isEnumType(bare)) return undefined;
  const [first, second, ...more] = valuesOf(bare);
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  return [[first], [second], [first, second]];
}

function objectOf(
  named: {
    getFields: () => Readonly<
      Record<string, { readonly name: string; readonly type: GraphQLInputType | GraphQLOutputType }>
    >;
  },
  place: SamplePlace,
): JsonObject | undefined {
  if (place.depth >= deepestSample) return undefined;
  const entries = Object.values(named.getFields()).flatMap(
    ({ name, type }): [string, JsonValue][] => {
      const value = valueOf(type, name, { ...place, depth: place.depth + 1 });
      return value === undefined ? [] : [[name, value]];
    },
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function ofScalar(type: string, name: string, index: number): JsonValue | undefined {
  switch (type) {
    case "Int":
      return index + 1;
    case "Float":
      return index + 1.5;
    case "String":
    case "ID":
      return textFor(name, index);
    default:
      // A Boolean does not have three values.
      return undefined;
  }
}

/** Returns a string that is likely to be valid for a field with that name. */
function textFor(name: string, index: number): string {
  const letter = ["a", "b", "c"][index] ?? "x";
  if (/(?:^ip|IP|address)$/u.test(name) || /address$/iu.test(name)) return `192.0.2.${index + 1}`;
  if (/host(?:name)?$|domain$/iu.test(name)) return `${letter}.example.com`;
  if (/url$|uri$|endpoint$/iu.test(name)) return `https://${letter}.example.com/`;
  return isTimeName(name) ? (instants[index] ?? "") : `${name}-${letter}`;
}

const timeWord = /time|date|instant/iu;

/** Excludes names such as `TimeZone`. */
function isMoment(type: string): boolean {
  return timeWord.test(type) && !/zone/iu.test(type);
}

function ofCustomScalar(type: string, name: string, index: number): JsonValue | undefined {
  if (isMoment(type)) return instants[index];
  if (/negative|non_?positive/iu.test(type) && !/non_?negative/iu.test(type)) return -index - 1;
  if (/numeric|decimal|double|float/iu.test(type)) return index + 1.5;
  if (isIntegerNamed(type)) return index + 1;
  if (/map|labels/iu.test(type)) return { [name]: textFor(name, index) };
  // The error for a scalar with an unknown format often states the format.
  return isUntyped(type) ? undefined : placeholderOf(type, index);
}

function withCounter(statuses: readonly JsonObject[]): readonly JsonObject[] {
  if (counterIn(statuses) !== undefined) return statuses;
  const [first = {}] = statuses;
  const name = Object.keys(first).find((one) => typeof first[one] === "number");
  if (name === undefined) return statuses;
  return statuses.map((status, index) => ({ ...status, [name]: index + 1 }));
}

/**
 * Returns statuses that hardly any endpoint accepts. Values of a typed input match its type, because the GraphQL layer
 * would otherwise reject them before the endpoint validates them.
 */
function invalidStatusesOf(status: BodyMembers, isTyped: boolean): readonly InvalidStatus[] {
  return Object.entries(status).flatMap(([name, type]): InvalidStatus[] => {
    const bare = isNonNullType(type) ? type.ofType : type;
    const field = `status.${name}`;
    if (isEnumType(bare) && !isTyped) {
      return [{ status: { [name]: "NoSuchWord" }, field, defect: "an unknown enum value" }];
    }
    if (!isScalarType(bare)) return [];
    if (isTimeType(bare)) {
      return [{ status: { [name]: "no time" }, field, defect: "a string that is not a time" }];
    }
    return unlikelyValues(name, likeWhich(bare)).map(({ value, defect }) => {
      return { status: { [name]: value }, field, defect };
    });
  });
}

function likeWhich(type: GraphQLScalarType): string {
  if (isSpecifiedScalarType(type)) return type.name;
  const value = ofCustomScalar(type.name, "", 0);
  if (typeof value === "number") return Number.isSafeInteger(value) ? "Int" : "Float";
  return type.name;
}

/**
 * Whether a custom scalar represents timestamps. The scalar may accept any string, so servers often validate timestamps
 * themselves.
 */
function isTimeType({ name }: GraphQLScalarType): boolean {
  return isMoment(name);
}

/** Returns values of a type that endpoints often reject, those rejected most often first. */
function unlikelyValues(
  name: string,
  type: string,
): readonly { readonly value: JsonValue; readonly defect: string }[] {
  switch (type) {
    case "Int":
      return [
        { value: -1, defect: "a negative count" },
        { value: 2_000_000_000, defect: "a huge count" },
        { value: -2_000_000_000, defect: "a huge negative number" },
      ];
    case "Float":
      return [
        { value: -1.5, defect: "a negative number" },
        { value: 2e12, defect: "a huge number" },
      ];
    case "String":
    case "ID":
      return [
        { value: "", defect: "an empty string" },
        ...(isTimeName(name)
          ? [{ value: "not a timestamp", defect: "a string that is not a timestamp" }]
          : []),
      ];
    default:
      return [];
  }
}

/** Generates conditions. Sets only those optional fields that the type has. */
function conditionsFor(
  type: GraphQLInputType | GraphQLOutputType,
  index: number,
): readonly JsonObject[] {
  const all = conditionsAt(index);
  const written = writtenFields(type);
  if (written === undefined) return all;
  return all.map(({ type: kind = "", status = "", ...rest }) => ({
    type: kind,
    status,
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => written.includes(name))),
  }));
}

function conditionsAt(index: number): readonly JsonObject[] {
  const [status = "Unknown", reason = "Lost"] =
    [
      ["False", "Waiting"],
      ["True", "Done"],
      ["Unknown", "Lost"],
    ][index] ?? [];
  const ready = conditionOf("Ready", { status, reason, index });
  return index < 2
    ? [ready]
    : [ready, conditionOf("Degraded", { status: "True", reason: "Slow", index })];
}

function conditionOf(
  type: string,
  {
    status,
    reason,
    index,
  }: { readonly status: string; readonly reason: string; readonly index: number },
): JsonObject {
  const lastTransitionTime = instants[index] ?? "";
  return {
    type,
    status,
    reason,
    message: `sample ${index + 1}`,
    lastTransitionTime,
    observedGeneration: index + 1,
  };
}
