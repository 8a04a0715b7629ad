import type { JsonObject, JsonValue } from "#contract";
import { isJsonObject, jsonEquals } from "#contract";
import { foreignPatternFits } from "#targets";
import type { Exchange } from "#targets";
import { isAboutCaller } from "./caller-refusals.ts";
import { exampleValues, filled, placeholdersIn } from "./examples.ts";
import { changedAt, holderIn, namesIn, nestedIn, valueAt } from "./nested-repairs.ts";
import type { FieldPath } from "./nested-repairs.ts";
import { offersIn } from "./offered-values.ts";
import { fieldOrderIn, orderedValue } from "./related-fields.ts";
import type { FieldOrder } from "./related-fields.ts";
import { memberNamedIn } from "./error-details.ts";
import { formatIn, formats, letteredIn, scalarValuesIn } from "./value-formats.ts";
import { concernsNotation, inNextStyle, wordsOf } from "./value-styles.ts";

/** The values that an error requires for a field: one for each sample, or none if the field must be omitted. */
export interface Repair {
  /** Name of the field. With `isType`, name of the scalar type whose placeholders are replaced. */
  readonly member: string;
  /** The path of the object that contains the field. Defaults to the sample itself. */
  readonly within?: FieldPath;
  readonly isType?: true;
  /**
   * Whether to retry with strings in another notation, because the error names the field but not the permitted form.
   */
  readonly isRestyled?: true;
  readonly values: readonly JsonValue[];
  /** The required order of this field and another field of its object. */
  readonly order?: FieldOrder;
  /** Fields that the endpoint knows and the sample lacks, if the error lists them. */
  readonly known?: readonly string[];
  readonly reason: string;
}

/**
 * Repairs a rejected sample with the value of an accepted one, if the error names a field but not its permitted values.
 * Undefined if the error names no field, or if both samples have the same value.
 */
export function repairLike(
  exchange: Exchange,
  sample: JsonObject,
  accepted: JsonObject,
): Repair | undefined {
  if (isAboutCaller(exchange, Object.keys(sample))) return undefined;
  for (const text of textsOf(exchange).flatMap(clausesOf)) {
    const place = placeIn(text, sample);
    if (place === undefined) continue;
    const path = [...(place.within ?? []), place.member];
    const value = valueAt(accepted, path);
    const reason = `other values were rejected: ${text.trim()}`;
    if (value !== undefined && !jsonEquals(value, valueAt(sample, path) ?? null)) {
      return { ...place, values: [value], reason };
    }
  }
  return undefined;
}

/**
 * Derives the repair of a sample from the message of an error. Undefined if the message is not recognized, or if the
 * error concerns the caller.
 *
 * @param taken The fields that the input can contain. Undefined if it can contain any field.
 */
export function repairFor(
  exchange: Exchange,
  sample: JsonObject,
  taken?: ReadonlySet<string>,
): Repair | undefined {
  if (isAboutCaller(exchange, [...Object.keys(sample), ...(taken ?? [])])) return undefined;
  const texts = textsOf(exchange);
  const isTaken = (name: string): boolean => taken?.has(name) ?? true;
  for (const text of [...texts.flatMap(clausesOf), ...labeled(exchange, sample)]) {
    const found = repairIn(text, sample, { texts, isTaken });
    if (found === undefined) continue;
    const repair = { ...found, reason: `derived from a refusal: ${text.trim()}` };
    // If a repair changes nothing, the message does not describe the cause of the rejection.
    if (!jsonEquals(repaired([sample], repair), [sample])) return repair;
  }
  return asText(exchange, sample) ?? restyling(exchange, sample) ?? omission(exchange, sample);
}

/**
 * Returns the last repairs to try: they omit the field that an error names, or an object around it. The smallest
 * omission comes first. Empty if the error names no field, or concerns the caller.
 */
export function omissionsFor(exchange: Exchange, sample: JsonObject): readonly Repair[] {
  if (isAboutCaller(exchange, Object.keys(sample))) return [];
  for (const text of [...textsOf(exchange).flatMap(clausesOf), ...labeled(exchange, sample)]) {
    const { member, within = [] } = placeIn(text, sample) ?? {};
    if (member === undefined) continue;
    const reason = `omitted, because a request with it was rejected: ${text.trim()}`;
    const path = [...within, member];
    return path
      .map((name, depth) => ({ member: name, within: path.slice(0, depth), values: [], reason }))
      .toReversed()
      .filter((repair) => Object.keys(repaired([sample], repair)[0] ?? {}).length > 0);
  }
  return [];
}

/** Changes the notation of a string if the error names its field without describing the permitted form. */
function restyling(exchange: Exchange, sample: JsonObject): Repair | undefined {
  for (const text of [...textsOf(exchange).flatMap(clausesOf), ...labeled(exchange, sample)]) {
    const place = concernsNotation(text) ? placeIn(text, sample) : undefined;
    if (place === undefined) continue;
    const value = valueAt(sample, [...(place.within ?? []), place.member]);
    if (value !== undefined && inNextStyle(place.member, value) !== undefined) {
      const reason = `another notation was rejected: ${text.trim()}`;
      return { ...place, isRestyled: true, values: [], reason };
    }
  }
  return undefined;
}

/**
 * Sends an integer as a string, if the error quotes the integer without stating a permitted value: `BigInt cannot
 * represent value: 1`.
 */
function asText(exchange: Exchange, sample: JsonObject): Repair | undefined {
  for (const text of textsOf(exchange)) {
    const place = /represent|coerce|invalid value|expected/iu.test(text)
      ? placeIn(text, sample)
      : undefined;
    const value = place && valueAt(sample, [...(place.within ?? []), place.member]);
    const isQuoted =
      typeof value === "number" &&
      Number.isInteger(value) &&
      text.split(/[^\p{L}\p{N}_.-]+/u).includes(String(value));
    if (place !== undefined && isQuoted && concernsNotation(text)) {
      return { ...place, values: ["1", "2", "3"], reason: `a number was rejected: ${text.trim()}` };
    }
  }
  return undefined;
}

/** Omits a scalar of unknown format, if the error names its field without specifying the format. */
function omission(exchange: Exchange, sample: JsonObject): Repair | undefined {
  for (const text of textsOf(exchange)) {
    const place = placeIn(text, sample);
    const value = place && valueAt(sample, [...(place.within ?? []), place.member]);
    if (place !== undefined && placeholdersIn(value ?? null).length > 0) {
      return {
        ...place,
        values: [],
        reason: `omitted, because a request with it was rejected: ${text.trim()}`,
      };
    }
  }
  return undefined;
}

/**
 * Adds to each message of an error the field that the response names elsewhere, such as `field: ["targetCelsius"]` or
 * `field: "health[0].code"` next to the message.
 */
function labeled(exchange: Exchange, sample: JsonObject): readonly string[] {
  const body = exchange.reply?.body;
  const nested = fieldPathsIn(body).filter((path) => nestedIn(path, sample) !== undefined);
  const named = Object.keys(sample).filter((name) => memberNamedIn(body, name) !== undefined);
  const [only, ...others] = nested.length > 0 ? nested : named;
  if (only === undefined || others.length > 0) return [];
  return textsOf(exchange).map((text) => `${only}: ${text}`);
}

/** Returns the distinct strings of a response that are paths of at least two steps. */
function fieldPathsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return /^[\w$]+(?:[.[/][\w$\]]+)+$/u.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return [...new Set(Object.values(value).flatMap(fieldPathsIn))];
}

export function textsOf({ outcome, reply }: Exchange): readonly string[] {
  // An error in an unknown form is a response without an object.
  if (outcome.result === "unintelligible") {
    const body = reply?.body ?? null;
    return [...detailsIn(body), ...sentencesIn(body)]
      .slice(0, maxDetails)
      .map((text) => text.slice(0, longestText));
  }
  if (outcome.result !== "refused") return [];
  const { message, causes } = outcome.refusal;
  const details = causes.map((cause) => `${cause.field ?? ""} ${cause.message}`);
  // The dialect may not contain the path of the causes yet.
  const others = details.length > 0 ? [] : detailsIn(reply?.body ?? null).slice(0, maxDetails);
  const offers = offersIn(reply?.body ?? null).slice(0, maxDetails);
  return [...details, ...others, message, ...offers].map((text) => text.slice(0, longestText));
}

const maxDetails = 20;

/** Returns the strings of a response that are not in a list. */
function sentencesIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (!isJsonObject(value)) return [];
  const { __typename: _type, ...members } = value;
  return Object.values(members).flatMap(sentencesIn);
}

/**
 * Joins the strings of each object in a list of the response into one message: the location of the error, and its
 * description.
 */
function detailsIn(value: JsonValue): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.values(value).flatMap((inner: JsonValue): readonly string[] => {
    if (!Array.isArray(inner)) return detailsIn(inner);
    return inner.flatMap((one: JsonValue) => {
      if (!isJsonObject(one)) return [];
      const { __typename: _type, ...members } = one;
      const texts = Object.values(members).filter((member) => typeof member === "string");
      const detail = texts.join(" ");
      return [...(/\S\s\S/u.test(detail) ? [detail] : []), ...detailsIn(one)];
    });
  });
}

function clausesOf(text: string): readonly string[] {
  const clauses = text.split(/;\s+|\n+|\.\s+(?=\p{Lu}|["'`])/u).filter((clause) => clause !== "");
  return clauses.length > 1 ? [...clauses, text] : [text];
}

function repairIn(
  text: string,
  sample: JsonObject,
  {
    texts,
    isTaken,
  }: { readonly texts: readonly string[]; readonly isTaken: (name: string) => boolean },
): Omit<Repair, "reason"> | undefined {
  const typed = typeRepairIn(text, sample);
  if (typed !== undefined) return typed;
  const place = placeIn(text, sample);
  const order = fieldOrderIn(text, sample, place);
  if (order !== undefined) return { member: order.member, within: order.within, order, values: [] };
  if (place !== undefined) {
    const { within = [], member } = place;
    if (strange.test(text)) {
      // The list may be in a different clause from the unknown field.
      const known = texts
        .flatMap(knownIn)
        .filter((name) => !Object.hasOwn(sample, name) && isTaken(name));
      if (known.length > 0 && within.length === 0) return { member, values: [], known };
      if (Object.keys(sample).length > 1 || within.length > 0) return { ...place, values: [] };
    }
    const value = valueAt(sample, [...within, member]);
    // If the value is an object, the message is about a field that this object lacks.
    const values = isJsonObject(value) ? undefined : wantedIn(text, value);
    if (values !== undefined) return { ...place, values };
  }
  const absent = absentIn(text, sample, isTaken);
  return absent === undefined ? undefined : { ...absent, values: ofForm(text, absent.member) };
}

function placeIn(text: string, sample: JsonObject): Pick<Repair, "member" | "within"> | undefined {
  const nested = nestedIn(text, sample);
  if (nested !== undefined) return { member: nested.at(-1) ?? "", within: nested.slice(0, -1) };
  const member = memberIn(text, sample);
  return member === undefined ? undefined : { member };
}

/** Derives the format of a scalar type from a message that mentions the type and shows its format. */
function typeRepairIn(text: string, sample: JsonObject): Omit<Repair, "reason"> | undefined {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
  const type = placeholdersIn(sample).find((one) => words.has(one.toLowerCase()));
  const values = exampleValues(text) ?? scalarValuesIn(`${type ?? ""} ${text}`) ?? patternIn(text);
  return type === undefined || values === undefined
    ? undefined
    : { member: type, isType: true, values };
}

const strange =
  /unknown|unexpected|unrecogni[sz]ed|additional|not (?:allowed|permitted|supported)|no such|does not exist|unsupported/iu;

/** Returns the fields that a message lists as known to the endpoint: `unknown field; allowed are heat, stage`. */
function knownIn(text: string): readonly string[] {
  const start =
    /\b(?:allowed|known|valid|supported|permitted|available|accepted)\b[^:,.;]{0,40}?(?:\bare\b|:)\s*/iu.exec(
      text,
    );
  if (start === null) return [];
  const [list = ""] = text.slice(start.index + start[0].length).split(/[.;\n\])}]/u);
  const names = list
    .split(/\s*(?:,|\||\band\b|\bor\b)\s*/u)
    .map((name) => name.replaceAll(/["'`[({\s]/gu, ""));
  return names.every((name) => name === "" || /^[A-Za-z_]\w*$/u.test(name))
    ? names.filter((name) => name !== "")
    : [];
}

/** Returns the field that a message reports as missing, if the sample lacks it and the input can contain it. */
function absentIn(
  text: string,
  sample: JsonObject,
  isTaken: (name: string) => boolean,
): Pick<Repair, "member" | "within"> | undefined {
  for (const member of missingIn(text)) {
    const within = holderIn(text, member, sample);
    if (within !== undefined && valueAt(sample, [...within, member]) === undefined) {
      return { member, within };
    }
    if (within === undefined && !Object.hasOwn(sample, member) && isTaken(member)) {
      return { member };
    }
  }
  return undefined;
}

export function missingIn(text: string): readonly string[] {
  return missingPatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups }) => {
      const name = groups?.["name"];
      return name === undefined || fillers.has(name.toLowerCase()) ? [] : [name];
    }),
  );
}

/** Patterns for a missing field. Its name is the last segment of a path. */
const missingPatterns = [
  /["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)["'`]?:? (?:is|are) (?:a )?(?:required|missing|mandatory)/giu,
  /(?:required|missing)(?: \w+)? (?:property|field|member|key|attribute|argument|parameter|input|option|variable|value for)? ?:? ?["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)/giu,
  /["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)["'`]?:? (?:must|should|has to|needs to) (?:be (?:given|set|present|provided|an?\b|one of)|not be (?:null|empty|undefined|blank))/giu,
  /(?<name>[A-Za-z_]\w*)["'`]?: required/giu,
  /(?:required|missing|mandatory)(?: \w+)?: ["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)/giu,
];

const fillers: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "argument",
  "arguments",
  "field",
  "fields",
  "for",
  "in",
  "input",
  "is",
  "it",
  "mandatory",
  "member",
  "missing",
  "of",
  "option",
  "parameter",
  "parameters",
  "property",
  "required",
  "spec",
  "status",
  "the",
  "value",
  "variable",
  "which",
]);

function ofForm(text: string, name: string): readonly JsonValue[] {
  return (
    wordsIn(text) ??
    typeIn(text) ??
    letteredIn(text) ??
    formatIn(text) ??
    ["a", "b", "c"].map((letter) => `${name}-${letter}`)
  );
}

const typeWord =
  /(?:must be|should be|expect(?:ed|s)|is not|of type|type:?|values are|values must be|map of)\s+(?:an?\s+|of type\s+)?["'`]?(?:integer|int|number|numeric|float|double|decimal|bool|array|list)/iu;

function typeIn(text: string): readonly JsonValue[] | undefined {
  if (/\b(?:integers?|ints?|numbers?|numeric|count)\b/iu.test(text))
    return numbersIn(text) ?? [1, 2, 3];
  if (/\b(?:floats?|decimals?|doubles?)\b/iu.test(text)) return [1.5, 2.5, 3.5];
  if (/\bbool(?:ean)?s?\b/iu.test(text)) return [true, false, true];
  if (/\b(?:array|list)\b/iu.test(text)) return [["a", "b"], ["c"], ["a", "d"]];
  return undefined;
}

export function repaired(samples: readonly JsonObject[], repair: Repair): readonly JsonObject[] {
  const { member, values, isType, isRestyled, order, known = [], within = [] } = repair;
  if (known.length > 0) {
    return samples.map((sample, index) => ({
      ...without(sample, member),
      ...Object.fromEntries(known.map((name) => [name, `${name}-${"abc"[index % 3] ?? ""}`])),
    }));
  }
  if (isType === true) {
    return samples.map((sample) => {
      const whole = filled(sample, member, values);
      return isJsonObject(whole) ? whole : sample;
    });
  }
  if (order !== undefined) {
    return samples.map((sample) =>
      changedAt(sample, within, (holder) => {
        const value = orderedValue(holder, order);
        return value === undefined ? holder : { ...holder, [member]: value };
      }),
    );
  }
  if (isRestyled === true) {
    return samples.map((sample) =>
      changedAt(sample, within, (holder) => {
        const value = holder[member];
        return {
          ...holder,
          ...(value === undefined ? {} : { [member]: inNextStyle(member, value) ?? value }),
        };
      }),
    );
  }
  return samples.map((sample, index) => {
    const value = values[index % values.length];
    return changedAt(sample, within, (holder) => {
      if (value === undefined) return without(holder, member);
      return { ...holder, [member]: Array.isArray(holder[member]) ? [value] : value };
    });
  });
}

export function repairedPath({ member, within = [] }: Repair): string {
  return [...within, member].join(".");
}

function without(sample: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => name !== member));
}

const longestText = 600;

/**
 * Finds the field that a message names: the last segment of a path, a word, or a part of a constraint name, such as
 * `kilns_target_heat_check`. If a message names several fields, returns the longest name.
 */
function memberIn(message: string, sample: JsonObject): string | undefined {
  // A message may quote the sent values, which contain the names of their fields.
  const text = textsAmong(sample).reduce((rest, value) => rest.replaceAll(value, " "), message);
  for (const isNamed of [namesIn(text), constraintsIn(text)]) {
    const [longest] = Object.keys(sample)
      .filter(isNamed)
      .toSorted((left, right) => right.length - left.length);
    if (longest !== undefined) return longest;
  }
  return undefined;
}

function constraintsIn(text: string): (name: string) => boolean {
  const compounds = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.includes("_"));
  return (name) =>
    compounds.some((compound) => `_${compound}_`.includes(`_${wordsOf(name).join("_")}_`));
}

function textsAmong(value: JsonValue): readonly string[] {
  if (typeof value === "string") return value.length > 1 ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((inner: JsonValue) => textsAmong(inner));
}

function wantedIn(text: string, before: JsonValue | undefined): readonly JsonValue[] | undefined {
  const single: JsonValue | undefined = Array.isArray(before) ? before[0] : before;
  const isNumber = typeof single === "number";
  if (isNumber && !/\b(?:string|text|bool(?:ean)?|array|list)\b/iu.test(text)) {
    return numbersIn(text);
  }
  const alike = exampleValues(text);
  if (isNumber && alike !== undefined) return alike;
  const typed = isNumber || typeWord.test(text) ? typeIn(text) : undefined;
  if (typed !== undefined) return typed;
  if (isNumber) return ["a", "b", "c"];
  return wordsIn(text) ?? alike ?? letteredIn(text) ?? formatIn(text) ?? patternIn(text);
}

function numbersIn(text: string): readonly number[] | undefined {
  // A number inside a word is part of a name, an id or a time.
  const between =
    /between\s+(-?\d+)\s+and\s+(-?\d+)|(?<![\w:-])(-?\d+)\s*(?:\.\.|to|-|–)\s*(-?\d+)(?![\w:-])/iu.exec(
      text,
    );
  const [, a, b, c, d] = between ?? [];
  const [low, high] = [a ?? c, b ?? d];
  if (low !== undefined && high !== undefined && Number(low) < Number(high)) {
    return spread(Number(low), Number(high));
  }
  for (const [sign, valuesFrom] of bounds) {
    const bound = sign.exec(text)?.[1];
    if (bound !== undefined) return valuesFrom(Number(bound));
  }
  const signed = signs.find(([sign]) => sign.test(text))?.[1];
  if (signed !== undefined) return signed;
  const multiple = /multiple of\s+(\d+)/iu.exec(text)?.[1];
  return multiple === undefined ? undefined : [1, 2, 3].map((factor) => factor * Number(multiple));
}

/** Returns up to three numbers that do not exceed a bound, preferably not negative ones. */
function upTo(most: number): readonly number[] {
  return spread(most >= 2 ? Math.max(0, most - 2) : most - 2, most);
}

/** Patterns for messages about a bound, with numbers that satisfy it. A negated bound must precede the plain one. */
const bounds: readonly (readonly [RegExp, (bound: number) => readonly number[]])[] = [
  [
    /(?:at least|minimum(?: of| is)?|\bmin\b|>=|≥|(?:not|no|never) (?:be )?(?:less|lower|smaller|below|under)(?: than)?|(?:greater|more) than or equal(?: to)?)\D{0,4}?(-?\d+)/iu,
    (bound) => spread(bound, bound + 2),
  ],
  [
    /(?:at most|maximum(?: of| is)?|\bmax\b|<=|≤|up to|(?:not|no|never) (?:be )?(?:more|greater|higher|larger|above|over|exceed)(?: than)?|less than or equal(?: to)?|lower than or equal(?: to)?)\D{0,4}?(-?\d+)/iu,
    upTo,
  ],
  [/(?:exceeds|limit)\D{0,20}?(-?\d+)/iu, upTo],
  [/(?:greater than|more than|above|over|>)\s*(-?\d+)/iu, (bound) => spread(bound + 1, bound + 3)],
  [/(?:less than|lower than|smaller than|below|under|<)\s*(-?\d+)/iu, (bound) => upTo(bound - 1)],
];

/** Patterns for messages about the sign of a number. */
const signs: readonly (readonly [RegExp, readonly number[]])[] = [
  [/(?:not|never|cannot) (?:be )?negative|non-?negative/iu, [0, 1, 2]],
  [/(?:not|never|cannot) (?:be )?positive|non-?positive/iu, [-2, -1, 0]],
  [/(?:must|should|has to) be negative/iu, [-3, -2, -1]],
  [/positive/iu, [1, 2, 3]],
];

function spread(low: number, high: number): readonly number[] {
  return [low, low + Math.max(1, Math.floor((high - low) / 2)), high].filter(
    (value, index, all) => value <= high && all.indexOf(value) === index,
  );
}

/** Matches a type name at the start of a list: `Expected type 'Span'.` A type name is not a permitted value. */
const typeName = /^type ["'`]?[\w[\]!]+["'`]?[.,;:]?\s*/iu;

function wordsIn(text: string): readonly string[] | undefined {
  const words = listedIn(text);
  return words !== undefined && words.length > 1 ? words : undefined;
}

/** Returns the values that a message lists: after "one of", in brackets, or in quotes. */
export function listedIn(text: string): readonly string[] | undefined {
  const after =
    /(?:\b(?:one of|either|allowed(?: values)?(?: are)?|valid values?(?: are)?|expected|choose from|among|in|did you mean)\b\s*:?|\b(?:available|known|existing|permitted|possible|supported|valid|choices|options)(?: \w+)?(?: are\b:?|:| (?=\()))(?:\s*(?:one|any) of\b:?)?\s*[[({]?(?<list>[^\])}]+)/iu.exec(
      text,
    );
  const list = after?.groups?.["list"]?.replace(typeName, "");
  if (list === undefined) return undefined;
  // Excludes strings with a leading or trailing space. They are text between two quotations.
  const quoted = [...list.matchAll(/["'`‘“](?<word>(?! )[^"'`’”]{1,60}(?<! ))["'`’”]/gu)].flatMap(
    ({ groups }) => groups?.["word"] ?? [],
  );
  const plain = list
    .split(/\s*(?:,|\||\/|\bor\b|\band\b)\s*/u)
    .map((word) => word.replace(/[.;].*$/u, "").trim())
    .filter((word) => /^[\w.-]{1,60}$/u.test(word));
  const words = quoted.length > 1 || plain.length === 0 ? quoted : plain;
  return words.length > 0 ? words : undefined;
}

/** Strings that match common patterns. */
const candidates = [
  ...formats.flatMap(([, values]) => values),
  ..."abc".split(""),
  ..."ABC".split(""),
  "1",
  "2",
  "3",
  "12",
  "23",
  "34",
  "123",
  "234",
  "345",
  "1234",
  "2345",
  "3456",
  "ab",
  "cd",
  "ef",
  "abc",
  "def",
  "ghi",
  "AB",
  "CD",
  "EF",
  "ABC",
  "DEF",
  "GHI",
  "a1",
  "b2",
  "c3",
  "A1",
  "B2",
  "C3",
  "A-1",
  "B-2",
  "C-3",
  "a-1",
  "b-2",
  "c-3",
  "AB-12",
  "CD-34",
  "EF-56",
  "ABC-123",
  "DEF-456",
  "GHI-789",
  "v1",
  "v2",
  "v3",
  "1s",
  "2s",
  "3s",
  "1m",
  "2m",
  "3m",
  "10%",
  "20%",
  "30%",
  "#000000",
  "#111111",
  "#222222",
];

function patternIn(text: string): readonly string[] | undefined {
  const source = /\/(?<slashed>\^?[^/\n]{2,120}\$?)\/|(?<anchored>\^[^\s"'`]{1,120}\$)/u.exec(
    text,
  )?.groups;
  const pattern = source?.["slashed"] ?? source?.["anchored"];
  if (pattern === undefined) return undefined;
  const found = candidates.filter((candidate) => foreignPatternFits(pattern, candidate));
  return found.length === 0 ? undefined : found.slice(0, 3);
}
