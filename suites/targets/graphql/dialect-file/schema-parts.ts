import type { JsonObject } from "#contract";

/** A part of a JSON Schema. */
export type SchemaPart = JsonObject;

/** A text. */
export function text(description: string): SchemaPart {
  return { type: "string", description };
}

/** A text that is not empty. */
export function name(description: string): SchemaPart {
  return { type: "string", minLength: 1, description };
}

/** One of a few words. */
export function word(words: readonly string[], description: string): SchemaPart {
  return { type: "string", enum: words, description };
}

/** A whole number. */
export function whole(minimum: number, description: string): SchemaPart {
  return { type: "integer", minimum, description };
}

/** The word `true`, which says that something is so. */
export function claim(description: string): SchemaPart {
  return { type: "boolean", const: true, description };
}

/** A list. */
export function listOf(items: SchemaPart, description: string): SchemaPart {
  return { type: "array", items, description };
}

/** A mapping with these fields and no others. */
export function mapping(
  properties: Readonly<Record<string, SchemaPart>>,
  description: string,
  required: readonly string[] = [],
): SchemaPart {
  return {
    type: "object",
    properties,
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    description,
  };
}

/** A mapping with exactly one of these fields. */
export function choice(
  properties: Readonly<Record<string, SchemaPart>>,
  description: string,
): SchemaPart {
  return { ...mapping(properties, description), minProperties: 1, maxProperties: 1 };
}

/** Of two fields, at least one must be there. */
export function eitherOf(one: string, other: string): SchemaPart {
  return { anyOf: [having(one), having(other)] };
}

function having(member: string): SchemaPart {
  return { properties: { [member]: {} }, required: [member] };
}

/** A mapping with fields of any name, all of the same form. */
export function mapOf(values: SchemaPart, description: string): SchemaPart {
  return { type: "object", additionalProperties: values, description };
}

/** Any value. */
export function anything(description: string): SchemaPart {
  return { description };
}

/** An object whose fields are free. */
export function free(description: string): SchemaPart {
  return { type: "object", description };
}

/** The same, or `none` for an absent value. Expressed so that a mistake causes a single error. */
export function orNone(part: SchemaPart): SchemaPart {
  const [condition, consequence, alternative] = ["if", "then", "else"] as const;
  return {
    [condition]: { type: "string" },
    [consequence]: { const: "none" },
    [alternative]: part,
  };
}

/** What stands in the schema once, under a name. */
export function reference(to: string): SchemaPart {
  return { $ref: `#/definitions/${to}` };
}
