import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { widgetSchemas } from "../testing/widget-requests.ts";
import { parseDefinition } from "../kinds/parse-definition.ts";

const text = { type: "string" };

function withMember(member: JsonValue): JsonObject {
  return withStatus({ type: "object", properties: { it: member } });
}

function withStatus(status: JsonValue): JsonObject {
  const schema = { type: "object", properties: { spec: { type: "object" }, status } };
  return { kind: "Widget", scope: "Cluster", schema };
}

function causesOf(spec: JsonObject): readonly { readonly message: string }[] {
  return parseDefinition(spec).causes ?? [];
}

function nested(levels: number): JsonObject {
  return levels === 0 ? text : { type: "object", properties: { a: nested(levels - 1) } };
}

describe("parseDefinition", () => {
  it.each(Object.entries(widgetSchemas))("parses a schema with all keywords: %s", (_, schema) => {
    const { definition } = parseDefinition({
      kind: "Widget",
      scope: "Namespaced",
      subresources: { status: {} },
      schema,
    });

    expect(definition).toMatchObject({ kind: "Widget", scope: "namespaced", hasStatus: true });
    expect(definition?.root.properties.get("status")?.properties.get("conditions")).toMatchObject({
      mapKeys: ["type"],
    });
  });

  it.each<readonly [string, JsonValue, string]>([
    ["a node without a type", {}, "it.type"],
    ["a node that is none", true, "it must be an object"],
    ["a type that is none", { type: "file" }, "it.type"],
    ["several types", { type: ["string", "integer"] }, "it.type"],
    ["a reference", { $ref: "#" }, "it.type"],
    ["a reference beside a type", { ...text, $ref: "#" }, "it.$ref"],
    ["a remote reference", { ...text, $ref: "http://127.0.0.1:1/x" }, "it.$ref"],
    ["a dynamic reference", { ...text, $dynamicRef: "#x" }, "it.$dynamicRef"],
    ["an id", { ...text, $id: "x" }, "it.$id"],
    ["alternatives", { ...text, anyOf: [text] }, "it.anyOf"],
    ["a negation", { ...text, not: text }, "it.not"],
    ["a list without items", { type: "array" }, "it.items"],
    ["unique items", { type: "array", items: text, uniqueItems: true }, "it.uniqueItems"],
    ["patterns of names", { type: "object", patternProperties: { a: text } }, "patternProperties"],
    ["anything else", { type: "object", additionalProperties: true }, "additionalProperties"],
    ["a keyword of another type", { ...text, minimum: 1 }, "it.minimum"],
    ["a bound that is none", { type: "integer", maximum: "10" }, "it.maximum"],
    ["a length below zero", { ...text, maxLength: -1 }, "it.maxLength"],
    ["an empty enumeration", { ...text, enum: [] }, "it.enum"],
    ["an enumeration of objects", { ...text, enum: [{}] }, "it.enum"],
    ["a format that is not known", { ...text, format: "regex" }, "it.format"],
    ["a pattern that is none", { ...text, pattern: "(" }, "it.pattern"],
    ["a pattern that goes back", { ...text, pattern: "(a)\\1" }, "it.pattern"],
    ["a pattern that is too large", { ...text, pattern: "(a{99}){99}" }, "it.pattern"],
    ["a list type that is none", { type: "array", items: text, "x-list-type": "set" }, "list-type"],
    ["a default of another type", { ...text, default: 1 }, "it.default"],
    ["a default out of range", { type: "integer", maximum: 1, default: 2 }, "it.default"],
    ["too many levels", nested(20), "16 levels"],
    [
      "too many nodes",
      {
        type: "object",
        properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`m${i}`, text])),
      },
      "500 nodes",
    ],
    [
      "a member of the prototype",
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      "__proto__",
    ],
    [
      "a default with unknown members",
      { type: "object", properties: {}, default: { a: 1 } },
      "default.a",
    ],
  ])("refuses %s", (_, member, place) => {
    const causes = causesOf(withMember(member));

    expect(causes).toContainEqual(
      expect.objectContaining({ field: "spec.schema", message: expect.stringContaining(place) }),
    );
  });

  it.each<readonly [string, JsonObject, string]>([
    ["no kind", { scope: "Cluster", schema: widgetSchemas.plain }, "spec.kind"],
    ["a kind in lower case", { ...withMember(text), kind: "widget" }, "spec.kind"],
    ["a kind with a slash", { ...withMember(text), kind: "Widget/status" }, "spec.kind"],
    ["no scope", { kind: "Widget", schema: widgetSchemas.plain }, "spec.scope"],
    ["an inherited scope", { ...withMember(text), scope: "toString" }, "spec.scope"],
    ["no schema", { kind: "Widget", scope: "Cluster" }, "spec.schema"],
    [
      "a schema for more than objects have",
      {
        ...withMember(text),
        schema: { type: "object", properties: { metadata: { type: "object" } } },
      },
      "spec.schema",
    ],
    ["a status that is no object", withStatus(text), "spec.schema"],
    [
      "a list as root",
      { ...withMember(text), schema: { type: "array", items: text } },
      "spec.schema",
    ],
    [
      "required members at the root",
      { ...withMember(text), schema: { type: "object", required: ["status"] } },
      "spec.schema",
    ],
  ])("refuses %s", (_, spec, field) => {
    expect(causesOf(spec)).toContainEqual(expect.objectContaining({ field }));
  });
});
