import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Random } from "../../../suites/checker/testing/random.ts";
import { drawChoice, drawText } from "./text-shapes.ts";
import { drawIntOrString, drawNumber } from "./number-shapes.ts";
import { ruled, three } from "./shape.ts";
import type { DrawShape, Shape } from "./shape.ts";

/** Rules for a nonempty list of strings. */
const listRules = [
  "self.size() > 0",
  "size(self) >= 1 && size(self) <= 8",
  "self.all(x, self.exists_one(y, x == y))",
  "self.all(x, x != '')",
  "self.exists_one(x, x != 'other')",
  "self.filter(x, x == 'default').size() <= 1",
  "oldSelf.size() <= self.size()",
] as const;

const mapRules = [
  "self.all(key, key.size() <= 63)",
  "self.all(key, !key.startsWith('kubernetes.io'))",
  "!('kubernetes.io/managed' in self)",
  "size(self) <= 8",
] as const;

/** A list of scalars: atomic, a set, or neither. */
export function drawScalarList(random: Random): Shape {
  const item = random.pick<() => Shape>([
    () => drawText(random),
    () => drawChoice(random),
    () => drawNumber(random),
    () => drawIntOrString(random),
  ])();
  const items = withoutTransitions(withoutDefault(item.schema));
  const sort = random.pick([
    {},
    {},
    { "x-kubernetes-list-type": "atomic" },
    { "x-kubernetes-list-type": "set" },
  ]);
  const schema: JsonObject = { type: "array", items, maxItems: random.pick([1, 4, 8]), ...sort };
  const isRuled = items["type"] === "string" && random.chance(0.3);
  const fewest = random.chance(0.3) ? { minItems: 1 } : {};
  const whole = { ...schema, ...fewest };
  return {
    schema: isRuled
      ? ruled({ ...whole, items: { ...items, maxLength: 64 } }, random.pick(listRules), random)
      : whole,
    values: three((index) => [item.values[index] ?? null]),
  };
}

/** A list of objects: atomic, or keyed by one or two properties. */
export function drawObjectList(random: Random, depth: number, drawObject: DrawShape): Shape {
  const item = drawObject(random, depth + 1);
  const sort = random.pick(["none", "atomic", "map", "map", "two keys"]);
  const most = { maxItems: random.pick([2, 4, 8]) };
  if (sort === "none" || sort === "atomic") {
    const type = sort === "none" ? {} : { "x-kubernetes-list-type": "atomic" };
    return {
      schema: {
        type: "array",
        items: withoutTransitions(withoutDefault(item.schema)),
        ...most,
        ...type,
      },
      values: three((index) => [item.values[index] ?? {}]),
    };
  }
  const keys = sort === "map" ? ["name"] : ["name", "protocol"];
  const properties: JsonObject = {
    ...propertiesOf(item.schema),
    name: { type: "string", minLength: 1, maxLength: 253 },
    ...(sort === "map"
      ? {}
      : { protocol: { type: "string", enum: ["TCP", "UDP", "SCTP"], default: "TCP" } }),
  };
  const required = [...new Set([...textsOf(item.schema["required"]), "name"])];
  return {
    schema: {
      type: "array",
      items: { ...withoutDefault(item.schema), properties, required },
      ...most,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": keys,
    },
    values: three((index) => [
      {
        ...membersOf(item.values[index]),
        name: "first",
        ...(sort === "map" ? {} : { protocol: "UDP" }),
      },
    ]),
  };
}

/** A map from strings to scalars or lists of scalars. */
export function drawMap(random: Random): Shape {
  const item = random.pick<() => Shape>([
    () => drawText(random),
    () => drawNumber(random),
    () => drawIntOrString(random),
    () => drawScalarList(random),
  ])();
  const bounds = random.pick([{}, { minProperties: 1 }, { maxProperties: 4 }]);
  const most = { maxProperties: 8, ...bounds };
  const schema: JsonObject = {
    type: "object",
    additionalProperties: withoutDefault(item.schema),
    ...most,
  };
  return {
    schema: random.chance(0.3) ? ruled(schema, random.pick(mapRules), random) : schema,
    values: three((index) => ({ "first-key": item.values[index] ?? null })),
  };
}

/** The schema without transition rules, because items of a list without keys have no previous value. */
export function withoutTransitions(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([word, value]) => {
    if (word !== "x-kubernetes-validations") return [[word, withoutTransitionsIn(value)] as const];
    const rules = Array.isArray(value) ? value.filter((one) => !isTransition(one)) : [];
    return rules.length === 0 ? [] : [[word, rules] as const];
  });
  return Object.fromEntries(entries);
}

function withoutTransitionsIn(value: JsonValue): JsonValue {
  return isJsonObject(value) ? withoutTransitions(value) : value;
}

function isTransition(rule: JsonValue): boolean {
  const { rule: text } = membersOf(rule);
  return typeof text === "string" && text.includes("oldSelf");
}

export function withoutDefault(schema: JsonObject): JsonObject {
  const { default: _default, ...rest } = schema;
  return rest;
}

export function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
