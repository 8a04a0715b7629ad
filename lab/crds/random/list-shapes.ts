import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { drawChoice, drawText } from "./text-shapes.ts";
import { drawIntOrString, drawNumber } from "./number-shapes.ts";
import { among, isRich } from "./editions.ts";
import { ruled, three } from "./drawn-shape.ts";
import type { DrawShape, Shape } from "./drawn-shape.ts";

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

const laterListRules: readonly string[] = [
  "self.isSorted()",
  "self.all(x, self.filter(y, y == x).size() == 1)",
  "self.map(x, x.size()).sum() <= 1024",
  "self.size() == oldSelf.size()",
  "oldSelf.all(x, x != 'kept' || x in self)",
  "!self.exists(x, x.startsWith('kube-'))",
];

/**
 * Draws a list of the second edition (see `editions.ts`): a list of lists, a set of choices or objects, or a list with
 * a default, with at least two items, or with nullable items.
 */
function drawLaterList(random: Random): Shape {
  const word = { type: "string", maxLength: 64 };
  const inner = { type: "array", items: word, maxItems: 4 };
  return random.pick<Shape>([
    {
      schema: { type: "array", items: inner, maxItems: 4 },
      values: three((index) => [[`inner-${index}`]]),
    },
    { schema: { ...inner, default: [] }, values: three((index) => [`item-${index}`]) },
    {
      schema: { ...inner, default: ["usual"], "x-kubernetes-list-type": "set" },
      values: three((index) => [`item-${index}`]),
    },
    {
      schema: { ...inner, minItems: 2 },
      values: three((index) => [`first-${index}`, `second-${index}`]),
    },
    {
      schema: { ...inner, items: { ...word, nullable: true } },
      values: three((index) => [`item-${index}`, null]),
    },
    {
      schema: {
        type: "array",
        maxItems: 2,
        "x-kubernetes-list-type": "set",
        items: { type: "string", enum: ["A", "B", "C"] },
      },
      values: three((index) => ["ABC"[index] ?? ""]),
    },
    {
      schema: {
        type: "array",
        maxItems: 4,
        "x-kubernetes-list-type": "set",
        items: {
          type: "object",
          "x-kubernetes-map-type": "atomic",
          properties: { name: word, port: { type: "integer" } },
        },
      },
      values: three((index) => [{ name: `item-${index}`, port: index }]),
    },
  ]);
}

export function drawScalarList(random: Random): Shape {
  if (isRich(random) && random.chance(0.25)) return drawLaterList(random);
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
      ? ruled(
          { ...whole, items: { ...items, maxLength: 64 } },
          random.pick(among(random, listRules, laterListRules)),
          random,
        )
      : whole,
    values: three((index) => [item.values[index] ?? null]),
  };
}

export function drawObjectList(random: Random, depth: number, drawObject: DrawShape): Shape {
  if (isRich(random) && random.chance(0.3)) return drawKnownList(random);
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

const short = { type: "string", maxLength: 253 };
const named = { type: "object", required: ["name"], properties: { name: short, value: short } };
const list = { type: "array", maxItems: 8 };
const keyed = { ...list, "x-kubernetes-list-type": "map" };
const byName = { ...keyed, items: named, "x-kubernetes-list-map-keys": ["name"] };

const ports = {
  ...keyed,
  "x-kubernetes-list-map-keys": ["port", "protocol"],
  items: {
    type: "object",
    required: ["port"],
    properties: {
      port: { type: "integer", format: "int32", minimum: 1, maximum: 65_535 },
      protocol: { ...short, default: "TCP" },
      name: short,
    },
  },
};

/** Keyed lists that occur in many APIs, some with rules on all items. */
function drawKnownList(random: Random): Shape {
  const values = three((index) => [{ name: "first", value: `value-${index}` }]);
  const unique = "self.all(a, self.exists_one(b, a.name == b.name))";
  const listener = { ...named, properties: { ...named.properties, ports } };
  const usual = [{ name: "first", value: "usual" }];
  return random.pick<() => Shape>([
    () => ({
      schema: ports,
      values: three((index) => [{ port: 80, protocol: "TCP", name: `name-${index}` }]),
    }),
    () => ({ schema: ruled({ ...list, items: named }, unique, random), values }),
    () => ({ schema: ruled(byName, "self.exists(x, x.name == 'first')", random), values }),
    () => ({ schema: { ...byName, default: usual }, values }),
    () => ({ schema: { ...byName, maxItems: 1 }, values }),
    () => ({
      schema: { ...byName, items: listener },
      values: three((index) => [{ name: "first", ports: [{ port: index + 1, protocol: "TCP" }] }]),
    }),
  ])();
}

export function drawObjectMap(random: Random, depth: number, drawObject: DrawShape): Shape {
  const item = drawObject(random, depth + 1);
  return {
    schema: {
      type: "object",
      additionalProperties: withoutDefault(item.schema),
      maxProperties: random.pick([1, 4, 8]),
    },
    values: three((index) => ({ "first-key": item.values[index] ?? {} })),
  };
}

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

/** Removes transition rules from a schema. Items of a list without keys have no previous value. */
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
