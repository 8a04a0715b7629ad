import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { ChoiceShape, ListShape, MemberShape, ValueShape } from "../../port/value-shape.ts";

/** Default range of a number: small and non-negative, because most numbers are counts. */
export const usualNumbers = { least: 0, most: 1_000 } as const;

export const usualItems = 3;

/** Default length of a string in characters. */
export const usualText = { shortest: 1, longest: 12 } as const;

/**
 * Returns the shape of a string that the schema does not constrain further. If the samples are single words, any word
 * is assumed to be valid. Other samples, such as addresses, may have an unknown format, so the shape is a choice among
 * them.
 */
export function textShape(samples: readonly JsonValue[]): ValueShape {
  const texts = distinct(samples.filter((sample) => typeof sample === "string"));
  if (texts.length > 0 && texts.every(isInstant)) return instantShape;
  if (texts.every(isWord)) return { kind: "text", ...usualText, form: "word" };
  return { kind: "choice", values: texts, isSampled: true, isText: true };
}

/** An RFC 3339 timestamp. */
export const instantShape: ValueShape = {
  kind: "text",
  shortest: 20,
  longest: 30,
  form: "instant",
};

export function sampledShape(samples: readonly JsonValue[]): ChoiceShape | undefined {
  if (samples.length === 0) return undefined;
  return { kind: "choice", values: distinct(samples), isSampled: true };
}

export interface ConditionField {
  /** The values of the field's enum. Absent if the field has no enum. */
  readonly words?: readonly JsonValue[];
}

/**
 * Returns the shape of a list of standard conditions, limited to the target's fields and enum values. No two items have
 * the same `type`.
 */
export function conditionsShape(
  samples: readonly JsonValue[],
  fieldOf: (name: string) => ConditionField | undefined,
): ListShape {
  const types = sampledShape(membersAt(itemsOf(samples), "type"));
  const shapes: Readonly<Record<string, ValueShape>> = {
    type: types ?? { kind: "text", ...usualText, form: "word" },
    status: { kind: "choice", values: ["True", "False", "Unknown"] },
    reason: { kind: "text", ...usualText, form: "word" },
    message: { kind: "text", shortest: 0, longest: 40 },
    lastTransitionTime: instantShape,
    observedGeneration: { kind: "integer", ...usualNumbers },
  };
  const members = Object.entries(shapes).flatMap(([name, usual]): readonly MemberShape[] => {
    const field = fieldOf(name);
    if (field === undefined) return [];
    const { words } = field;
    const isListed = words !== undefined && name !== "status";
    return [
      { name, shape: isListed ? { kind: "choice", values: words } : usual, isRequired: true },
    ];
  });
  return {
    kind: "list",
    items: { kind: "object", members },
    fewest: 0,
    most: usualItems,
    uniqueBy: ["type"],
  };
}

function isWord(value: JsonValue): boolean {
  return typeof value === "string" && /^[A-Za-z][A-Za-z0-9]*$/u.test(value);
}

function isInstant(value: JsonValue): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u.test(value);
}

export function membersAt(samples: readonly JsonValue[], member: string): readonly JsonValue[] {
  return samples.flatMap((sample) => {
    const found = isJsonObject(sample) && Object.hasOwn(sample, member) ? sample[member] : null;
    return found === undefined || found === null ? [] : [found];
  });
}

export function itemsOf(samples: readonly JsonValue[]): readonly JsonValue[] {
  return samples.flatMap((sample) => (isJsonList(sample) ? sample : []));
}

function distinct(values: readonly JsonValue[]): readonly JsonValue[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}
