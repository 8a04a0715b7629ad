import type { JsonObject } from "#contract";

export type SchemaPart = JsonObject;

export function text(description: string): SchemaPart {
  return { type: "string", description };
}

export function name(description: string): SchemaPart {
  return { type: "string", minLength: 1, description };
}

export function word(words: readonly string[], description: string): SchemaPart {
  return { type: "string", enum: words, description };
}

export function whole(minimum: number, description: string): SchemaPart {
  return { type: "integer", minimum, description };
}

export function claim(description: string): SchemaPart {
  return { type: "boolean", const: true, description };
}

export function listOf(items: SchemaPart, description: string): SchemaPart {
  return { type: "array", items, description };
}

/** Allows only these properties. */
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

/** Requires exactly one of these properties. */
export function choice(
  properties: Readonly<Record<string, SchemaPart>>,
  description: string,
): SchemaPart {
  return { ...mapping(properties, description), minProperties: 1, maxProperties: 1 };
}

/** Requires at least one of the two properties. */
export function eitherOf(one: string, other: string): SchemaPart {
  return { anyOf: [having(one), having(other)] };
}

function having(member: string): SchemaPart {
  return { properties: { [member]: {} }, required: [member] };
}

export function mapOf(values: SchemaPart, description: string): SchemaPart {
  return { type: "object", additionalProperties: values, description };
}

export function anything(description: string): SchemaPart {
  return { description };
}

export function free(description: string): SchemaPart {
  return { type: "object", description };
}

/**
 * Returns a schema that also accepts `none`, to remove the value. Uses `if` instead of `anyOf`, so that an invalid
 * value causes a single error.
 */
export function orNone(part: SchemaPart): SchemaPart {
  const [condition, consequence, alternative] = ["if", "then", "else"] as const;
  return {
    [condition]: { type: "string" },
    [consequence]: { const: "none" },
    [alternative]: part,
  };
}

export function reference(to: string): SchemaPart {
  return { $ref: `#/definitions/${to}` };
}
