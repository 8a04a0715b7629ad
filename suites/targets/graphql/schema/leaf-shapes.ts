import type { JsonValue } from "#contract";
import type { ListShape, MemberShape, ValueShape } from "../../port/value-shape.ts";
import { distinct, itemsOf, membersAt } from "./samples-at.ts";

/** The bounds of a number of which nothing is known: small, and never negative, because most of them count. */
export const usualNumbers = { least: 0, most: 1_000 } as const;

/** How many items a list of which nothing is known has at most. */
export const usualItems = 3;

/** The bounds of a text of which nothing is known, in characters. */
export const usualText = { shortest: 1, longest: 12 } as const;

/**
 * The shape of a text of which the schema says nothing more. Samples that are words say that any word will
 * do; other samples, such as addresses, have a form that only they show, and are what there is to choose from.
 */
export function textShape(samples: readonly JsonValue[]): ValueShape {
  const texts = distinct(samples.filter((sample) => typeof sample === "string"));
  if (texts.length > 0 && texts.every(isInstant)) return instantShape;
  if (texts.every(isWord)) return { kind: "text", ...usualText, form: "word" };
  return { kind: "choice", values: texts };
}

/** The shape of an instant in time, as RFC 3339 writes it. */
export const instantShape: ValueShape = {
  kind: "text",
  shortest: 20,
  longest: 30,
  form: "instant",
};

/** The shape of what only samples show. Undefined where there are none. */
export function sampledShape(samples: readonly JsonValue[]): ValueShape | undefined {
  return samples.length === 0 ? undefined : { kind: "choice", values: distinct(samples) };
}

/** The shape of conditions in the common form, of the fields that the target has. No type occurs twice. */
export function conditionsShape(
  samples: readonly JsonValue[],
  hasMember: (name: string) => boolean,
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
  const members = Object.entries(shapes).map(([name, shape]): MemberShape => {
    return { name, shape, isRequired: true };
  });
  return {
    kind: "list",
    items: { kind: "object", members: members.filter(({ name }) => hasMember(name)) },
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
