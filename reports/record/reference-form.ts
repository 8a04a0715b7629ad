import type { JsonObject } from "#contract";

/**
 * Names of references. A reference is an object with one property, whose value is a number. The first four refer to an
 * exchange of the same case by its number, and the others to an event by its position among the events of the record.
 * `$value` escapes an object that only has the form of a reference.
 */
export const referenceNames = [
  "$step",
  "$command",
  "$outcome",
  "$object",
  "$event",
  "$eventObject",
] as const;

export type ReferenceName = (typeof referenceNames)[number];

/** The property that wraps an object which looks like a reference but is not one. */
export const literalName = "$value";

/** Returns the only property of an object that is a reference, or looks like one. */
export function soleMember(value: JsonObject): string | undefined {
  const [name, ...others] = Object.keys(value);
  return name?.startsWith("$") === true && others.length === 0 ? name : undefined;
}

export function isReferenceName(name: string): name is ReferenceName {
  return referenceNames.some((known) => known === name);
}
