import type { JsonObject } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { ruled, three } from "./drawn-shape.ts";
import type { Shape } from "./drawn-shape.ts";

const text = { type: "string", maxLength: 253 };
const count = { type: "integer", format: "int32" };

type DrawObject = (random: Random) => Shape;

/** An object with an empty default. Most of its properties have defaults. */
const drawDefaulted: DrawObject = () => ({
  schema: {
    type: "object",
    default: {},
    properties: {
      mode: { ...text, default: "Auto" },
      retries: { ...count, default: 3 },
      note: text,
    },
  },
  values: three((index) => ({ mode: "Auto", retries: 3, note: `note-${index}` })),
});

const drawSole: DrawObject = (random) => {
  const bounds = random.pick([
    { minProperties: 1, maxProperties: 1 },
    { maxProperties: 1 },
    { minProperties: 1 },
  ]);
  return {
    schema: {
      type: "object",
      ...bounds,
      properties: {
        first: text,
        second: { type: "object", properties: { name: text } },
        third: count,
      },
    },
    values: three((index) => ({ first: `first-${index}` })),
  };
};

const drawTemplate: DrawObject = () => ({
  schema: {
    type: "object",
    required: ["containers"],
    properties: {
      metadata: {
        type: "object",
        properties: { labels: { type: "object", additionalProperties: text } },
      },
      containers: {
        type: "array",
        minItems: 1,
        maxItems: 8,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: {
          type: "object",
          required: ["name", "image"],
          properties: {
            name: { ...text, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
            image: { ...text, minLength: 1 },
            imagePullPolicy: { type: "string", enum: ["Always", "IfNotPresent", "Never"] },
            args: { type: "array", items: text },
          },
        },
      },
      restartPolicy: { type: "string", enum: ["Always", "OnFailure"], default: "Always" },
    },
  },
  values: three((index) => ({ containers: [{ name: "main", image: `registry/app:v${index}` }] })),
});

/** A reference to an object, with defaults and with a rule that relates two of its properties. */
const drawReference: DrawObject = (random) => ({
  schema: ruled(
    {
      type: "object",
      required: ["name"],
      "x-kubernetes-map-type": random.pick(["atomic", "granular"]),
      properties: {
        group: { ...text, default: "" },
        kind: { ...text, enum: ["Secret", "ConfigMap"], default: "Secret" },
        name: { ...text, minLength: 1 },
        namespace: text,
      },
    },
    random.pick([
      "self.kind != 'ConfigMap' || self.group == ''",
      "!has(self.__namespace__) || self.kind == 'Secret'",
      "self.group == '' ? self.kind in ['Secret', 'ConfigMap'] : true",
    ]),
    random,
  ),
  values: three((index) => ({ group: "", kind: "Secret", name: `secret-${index}` })),
});

function part(name: string): JsonObject {
  return { type: "object", required: [name], properties: { [name]: text } };
}

const drawSource: DrawObject = (random) => {
  const alternatives = random.pick<JsonObject>([
    { oneOf: [{ required: ["git"] }, { required: ["oci"] }, { required: ["http"] }] },
    {
      oneOf: [
        { properties: { type: { enum: ["Git"] } }, required: ["git"] },
        { properties: { type: { enum: ["Oci"] } }, required: ["oci"] },
      ],
    },
    {
      anyOf: [
        { properties: { type: { enum: ["Git"] } }, required: ["git"] },
        { properties: { type: { enum: ["Oci"] } }, required: ["oci"] },
      ],
    },
    { not: { required: ["git", "oci"] } },
  ]);
  return {
    schema: {
      type: "object",
      required: ["type"],
      properties: {
        type: { type: "string", enum: ["Git", "Oci", "Http"] },
        git: part("url"),
        oci: part("image"),
        http: part("address"),
      },
      ...alternatives,
    },
    values: three((index) => ({ type: "Git", git: { url: `url-${index}` } })),
  };
};

/** An object with a list of items and the name of one of them. A rule requires that the list contains this name. */
const drawListed: DrawObject = (random) => ({
  schema: ruled(
    {
      type: "object",
      required: ["items", "main"],
      properties: {
        main: text,
        items: {
          type: "array",
          minItems: 1,
          maxItems: 8,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: { name: { ...text, minLength: 1 }, weight: { ...count, minimum: 0 } },
          },
        },
      },
    },
    "self.items.exists(x, x.name == self.main)",
    random,
  ),
  values: three((index) => ({ main: "first", items: [{ name: "first", weight: index }] })),
});

const objects: readonly DrawObject[] = [
  drawDefaulted,
  drawSole,
  drawTemplate,
  drawReference,
  drawSource,
  drawListed,
];

/** Draws an object that is common in APIs. Belongs to the second edition (see `editions.ts`). */
export function drawLaterObject(random: Random): Shape {
  return random.pick(objects)(random);
}
