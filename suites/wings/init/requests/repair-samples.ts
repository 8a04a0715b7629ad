import type { JsonObject, JsonValue } from "#contract";
import { isJsonObject, jsonEquals } from "#contract";
import type { Exchange } from "#targets";
import { isAboutCaller } from "./caller-refusals.ts";
import { exampleValues, filled, placeholdersIn } from "../schema/example-values.ts";
import { changedAt, holderIn, namesIn, nestedIn, valueAt } from "./nested-repairs.ts";
import type { FieldPath } from "./nested-repairs.ts";
import { fieldOrderIn, orderedValue } from "./related-fields.ts";
import type { FieldOrder } from "./related-fields.ts";
import { memberNamedIn } from "./error-details.ts";
import { scalarValuesIn } from "../schema/value-formats.ts";
import { concernsNotation, inNextStyle, wordsOf } from "../schema/value-styles.ts";
import { fieldPathsIn, textsOf, clausesOf, missingIn } from "./rejection-texts.ts";
import { ofForm, wantedIn, patternIn } from "./wanted-values.ts";

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
    const repair = { ...found, reason: `derived from a rejection: ${text.trim()}` };
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

/** Whether an error names a field of a sample, and does not concern the caller. */
export function isAboutSample(exchange: Exchange, sample: JsonObject): boolean {
  const texts = [...textsOf(exchange).flatMap(clausesOf), ...labeled(exchange, sample)];
  return (
    !isAboutCaller(exchange, Object.keys(sample)) &&
    texts.some((text) => placeIn(text, sample) !== undefined)
  );
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

export function without(sample: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => name !== member));
}

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
