import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isJsonList, isJsonObject, nameOfStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Cause } from "../values/refusal.ts";
import { compilePattern } from "./pattern.ts";
import { schemaFormats } from "./schema-keywords.ts";

/**
 * Validates a value against a schema. Returns at most 100 violations, each with its path, without those that follow
 * from a wrong type.
 */
export type SchemaCheck = (value: JsonValue, path: string) => readonly Cause[];

const causeCount = 100;

/** Cache limits: the number of schemas, and the length of each schema in characters. */
const remembered = { schemas: 64, characters: 16_384 };

const checks = new Map<string, SchemaCheck>();

/**
 * Compiles a schema that is known to be structural. Caches recent schemas, because clients often define kinds with the
 * same schema, and compilation takes most of the time.
 */
export function compileSchema(schema: JsonObject): SchemaCheck {
  const text = JSON.stringify(schema);
  const known = checks.get(text);
  if (known !== undefined) return known;
  const check = compile(schema);
  if (text.length > remembered.characters) return check;
  if (checks.size >= remembered.schemas) checks.clear();
  checks.set(text, check);
  return check;
}

/**
 * Compiles a schema with `ajv`. Patterns are compiled separately, because JavaScript's RegExp would backtrack on
 * hostile patterns.
 */
function compile(schema: JsonObject): SchemaCheck {
  // One instance per schema, because an instance retains everything that it compiled.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    // The meta-schema was checked when the schema was parsed.
    meta: false,
    validateSchema: false,
    ownProperties: true,
    code: { regExp: Object.assign(matcherOf, { code: "matcherOf" }) },
  });
  addFormats.default(ajv, { mode: "full", formats: [...schemaFormats] });
  const validate = ajv.compile<JsonValue>(schema);
  return (value, path) => {
    if (validate(value)) return [];
    return withoutConsequences(validate.errors ?? [])
      .slice(0, causeCount)
      .map((error) => causeOf(error, value, path));
  };
}

function matcherOf(pattern: string): { readonly test: (text: string) => boolean } {
  const compiled = compilePattern(pattern);
  if (typeof compiled === "string") throw new Error(`The pattern "${pattern}" ${compiled}.`);
  return compiled;
}

/** If a value has the wrong type, drops its other violations, which are consequences. */
function withoutConsequences(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(
    errors.filter(({ keyword }) => keyword === "type").map(({ instancePath }) => instancePath),
  );
  return errors.filter(
    ({ keyword, instancePath }) => keyword === "type" || !mistyped.has(instancePath),
  );
}

function causeOf(error: ErrorObject, value: JsonValue, path: string): Cause {
  const params: unknown = error.params;
  const place = pathOf(error.instancePath, value, path);
  const missing = isJsonObject(params) ? params["missingProperty"] : undefined;
  if (error.keyword === "required" && typeof missing === "string") {
    const field = `${place}.${missing}`;
    return { reason: "FieldValueRequired", field, message: `${field} is required.` };
  }
  const allowed = error.keyword === "enum" && isJsonObject(params) ? params["allowedValues"] : "";
  const list = Array.isArray(allowed) ? `: ${allowed.join(", ")}` : "";
  const message = `${place} ${error.message ?? "is not valid"}${list}.`;
  return { reason: "FieldValueInvalid", field: place, message };
}

/** Converts a pointer, e.g. `/conditions/0/type`, to the notation of causes: `status.conditions[0].type`. */
function pathOf(pointer: string, value: JsonValue, path: string): string {
  let place = path;
  let inside: JsonValue | undefined = value;
  for (const segment of pointer.split("/").slice(1)) {
    const name = nameOfStep(segment);
    place += Array.isArray(inside) ? `[${name}]` : `.${name}`;
    inside = isJsonObject(inside) ? inside[name] : itemAt(inside, Number(name));
  }
  return place;
}

function itemAt(value: JsonValue | undefined, index: number): JsonValue | undefined {
  return isJsonList(value) ? value[index] : undefined;
}
