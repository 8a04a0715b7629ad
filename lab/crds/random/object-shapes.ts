import type { JsonObject, JsonValue } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { alternativeGroup, ruledGroups, singleGroup } from "./field-groups.ts";
import type { FieldGroup } from "./field-groups.ts";
import { FieldNames } from "./field-names.ts";
import { among, isRich } from "./editions.ts";
import { drawLaterObject } from "./later-objects.ts";
import { drawMap, drawObjectList, drawObjectMap, drawScalarList } from "./list-shapes.ts";
import { drawIntOrString, drawNumber } from "./number-shapes.ts";
import { ruled, three } from "./drawn-shape.ts";
import type { DrawShape, Shape } from "./drawn-shape.ts";
import { drawText, quantityPattern } from "./text-shapes.ts";

const deepest = 4;

export const drawShape: DrawShape = (random, depth) => {
  const isLeaf = depth >= deepest || random.chance(0.5);
  if (isLeaf) return drawLeaf(random);
  const first: readonly (() => Shape)[] = [
    () => drawScalarList(random),
    () => drawMap(random),
    () => drawObject(random, depth + 1),
    () => drawObject(random, depth + 1),
    () => drawObjectList(random, depth, drawObject),
    () => drawOpen(random),
    () => drawKnown(random),
    () => frozen(random, drawObject(random, depth + 1)),
  ];
  const later: readonly (() => Shape)[] = [
    () => drawObjectMap(random, depth, drawObject),
    () => drawLaterObject(random),
    () => drawLaterObject(random),
  ];
  const newest: readonly (() => Shape)[] = [
    () => drawNamedEntries(random),
    () => drawFilledEmbedded(random),
  ];
  return random.pick(among(random, first, later, newest))();
};

function drawLeaf(random: Random): Shape {
  return random.pick<() => Shape>([
    () => drawText(random),
    () => drawText(random),
    () => drawNumber(random),
    () => drawIntOrString(random),
    () => drawSwitch(random),
  ])();
}

function drawSwitch(random: Random): Shape {
  if (isRich(random) && random.chance(0.2)) {
    return random.pick<Shape>([
      { schema: { type: "boolean", enum: [true] }, values: [true, true, true] },
      { schema: ruled({ type: "boolean" }, "self == true", random), values: [true, true, true] },
      {
        schema: ruled({ type: "boolean" }, "!oldSelf || self", random),
        values: [true, true, true],
      },
    ]);
  }
  const usual = random.pick([{}, {}, { default: true }, { default: false }]);
  return { schema: { type: "boolean", ...usual }, values: [true, false, true] };
}

/** A map in which rules require entries, such as the labels by which a controller finds its objects. */
function drawNamedEntries(random: Random): Shape {
  const schema: JsonObject = {
    type: "object",
    maxProperties: 8,
    additionalProperties: { type: "string", maxLength: 63 },
  };
  const exact = "'example.com/role' in self && self['example.com/role'] == 'main'";
  const owned = "'example.com/owner' in self";
  const named = { "example.com/role": "main", "example.com/owner": "team" };
  const rules = random.pick([[exact], [owned], [exact, owned]]);
  return {
    schema: {
      ...schema,
      "x-kubernetes-validations": rules.map((text) => ({ rule: text, message: `needs ${text}` })),
    },
    values: three((index) => ({ ...named, other: `value-${index}` })),
  };
}

function drawFilledEmbedded(random: Random): Shape {
  const spec = {
    type: "object",
    required: ["size"],
    properties: { size: { type: "integer" }, mode: { type: "string" } },
  };
  const isNullable = random.chance(0.5);
  return {
    schema: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      required: ["spec"],
      properties: { spec },
      ...(isNullable ? { nullable: true } : {}),
    },
    values: three((index) => ({
      apiVersion: "example.com/v1",
      kind: "Part",
      metadata: { name: "embedded" },
      spec: { size: index },
    })),
  };
}

function drawOpen(random: Random): Shape {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return random.pick<Shape>([
    { schema: open, values: three((index) => ({ any: index })) },
    {
      schema: { "x-kubernetes-preserve-unknown-fields": true },
      values: three((index) => ({ any: index })),
    },
    {
      schema: { ...open, properties: { known: { type: "integer" } } },
      values: three((index) => ({ known: index, any: "kept" })),
    },
    {
      schema: { ...open, "x-kubernetes-embedded-resource": true },
      values: three((index) => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `embedded-${index}` },
        data: { any: "kept" },
      })),
    },
    {
      schema: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { spec: { type: "object", properties: { size: { type: "integer" } } } },
      },
      values: three((index) => ({
        apiVersion: "example.com/v1",
        kind: "Part",
        metadata: { name: "embedded" },
        spec: { size: index },
      })),
    },
  ]);
}

const text = { type: "string" };
const atomic = { "x-kubernetes-map-type": "atomic" };

/** Draws an object that occurs in many APIs: a label selector, a reference, or resource requirements. */
function drawKnown(random: Random): Shape {
  return random.pick<Shape>([
    {
      schema: {
        type: "object",
        ...atomic,
        properties: {
          matchLabels: { type: "object", additionalProperties: text },
          matchExpressions: {
            type: "array",
            "x-kubernetes-list-type": "atomic",
            items: {
              type: "object",
              required: ["key", "operator"],
              properties: {
                key: text,
                operator: text,
                values: { type: "array", items: text, "x-kubernetes-list-type": "atomic" },
              },
            },
          },
        },
      },
      values: three((index) => ({ matchLabels: { app: `app-${index}` } })),
    },
    {
      schema: {
        type: "object",
        ...atomic,
        required: ["key"],
        properties: { key: text, name: { ...text, default: "" }, optional: { type: "boolean" } },
      },
      values: three((index) => ({ key: `key-${index}`, name: "secret" })),
    },
    {
      schema: {
        type: "object",
        properties: {
          limits: quantities,
          requests: quantities,
        },
      },
      values: three((index) => ({ limits: { cpu: `${index + 1}` } })),
    },
  ]);
}

const quantities: JsonObject = {
  type: "object",
  additionalProperties: {
    anyOf: [{ type: "integer" }, { type: "string" }],
    pattern: quantityPattern,
    "x-kubernetes-int-or-string": true,
  },
};

export const drawObject: DrawShape = (random, depth) => drawObjectExcept(random, depth, []);

/** Draws an object that uses no property name in `taken`. */
export function drawObjectExcept(random: Random, depth: number, taken: readonly string[]): Shape {
  const names = new FieldNames(random, taken);
  const groups: FieldGroup[] = [];
  for (let index = 1 + random.below(depth === 0 ? 7 : 4); index > 0; index -= 1) {
    groups.push(singleGroup(random, names.next(), drawShape(random, depth)));
  }
  if (random.chance(0.4)) groups.push(random.pick(ruledGroups)(random, names));
  if (random.chance(0.15)) groups.push(alternativeGroup(random, names));
  return objectOf(random, groups);
}

export function objectOf(random: Random, groups: readonly FieldGroup[]): Shape {
  const properties = merged(groups.map((group) => group.properties));
  const required = groups.flatMap((group) => group.required);
  const rules = groups.flatMap((group) => group.rules);
  const schema: JsonObject = {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties,
    ...merged(groups.map(({ alternatives }) => alternatives)),
    ...(rules.length === 0 ? {} : { "x-kubernetes-validations": rules }),
  };
  return {
    schema,
    values: three((index) => merged(groups.map(({ values }) => values[index] ?? {}))),
  };
}

function frozen(random: Random, { schema, values }: Shape): Shape {
  const [first] = values;
  return { schema: ruled(schema, "self == oldSelf", random), values: [first, first, first] };
}

function merged(parts: readonly JsonObject[]): JsonObject {
  const all: Record<string, JsonValue> = {};
  for (const part of parts) Object.assign(all, part);
  return all;
}
