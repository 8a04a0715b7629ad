import type { JsonObject, JsonValue } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";

/** Three values. They are equal if the schema permits no change. */
export type Three<T> = readonly [T, T, T];

/** A schema, and three values that it permits. The values can be written in this order and in reverse. */
export interface Shape {
  readonly schema: JsonObject;
  readonly values: Three<JsonValue>;
}

export type DrawShape = (random: Random, depth: number) => Shape;

export function three<T>(valueOf: (index: number) => T): Three<T> {
  return [valueOf(0), valueOf(1), valueOf(2)];
}

export function rule(text: string, random: Random): JsonObject {
  const message = { message: "the value breaks a rule" };
  return random.pick<JsonObject>([
    { rule: text },
    { rule: text, ...message },
    { rule: text, ...message },
    { rule: text, ...message, reason: "FieldValueInvalid" },
    { rule: text, messageExpression: "'the value breaks a rule'" },
  ]);
}

export function ruled(schema: JsonObject, text: string, random: Random): JsonObject {
  return { ...schema, "x-kubernetes-validations": [rule(text, random)] };
}
