import type { JsonObject } from "#contract";

/**
 * What stands in the observations of a case instead of a value that the record has already: an object
 * with one field, whose value is a number. The first four count exchanges of the same case, the others
 * the events of the record. `$value` marks an object that only looks like one of these.
 */
export const referenceNames = [
  "$step",
  "$command",
  "$outcome",
  "$object",
  "$event",
  "$eventObject",
] as const;

/** The name of a reference. */
export type ReferenceName = (typeof referenceNames)[number];

/** The field that holds an object which looks like a reference and is none. */
export const literalName = "$value";

/** The one field of an object that is a reference, or that looks like one. */
export function soleMember(value: JsonObject): string | undefined {
  const [name, ...others] = Object.keys(value);
  return name?.startsWith("$") === true && others.length === 0 ? name : undefined;
}

/** Tells a name of a reference from other names. */
export function isReferenceName(name: string): name is ReferenceName {
  return referenceNames.some((known) => known === name);
}
