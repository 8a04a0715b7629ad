import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { widgetSchemas } from "../testing/widget-requests.ts";
import { createKindStructure, shapesOfStructure } from "./kind-structure.ts";
import { parseDefinition } from "./parse-definition.ts";

const names = fc.oneof(
  fc.constantFrom(
    ...(
      "type properties items default pattern enum required minimum additionalProperties $ref " +
      "__proto__ constructor toString spec status conditions endpoints host num phase " +
      "x-list-type x-list-map-keys"
    ).split(" "),
  ),
  fc.string({ maxLength: 3 }),
);

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom("object", "array", "string", "integer", "map", "(a+)+$", ""),
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie("json")), { maxLength: 5 }).map(objectFrom),
  ),
}));

const objects = json.map((value): JsonObject => (isJsonObject(value) ? value : { it: value }));

describe("a hostile definition", () => {
  it("is rejected with causes, or is valid", () => {
    fc.assert(
      fc.property(objects, json, (properties, status) => {
        const schema = { type: "object", properties: { ...properties, status } };
        const { definition, causes } = parseDefinition({
          kind: "Widget",
          scope: "Cluster",
          schema,
        });
        if (definition === undefined) expect(causes?.length).toBeGreaterThan(0);
        else createKindStructure(definition.root);
      }),
      { numRuns: 500 },
    );
  });
});

describe("hostile content", () => {
  const { definition } = parseDefinition({
    kind: "Widget",
    scope: "Cluster",
    schema: widgetSchemas.withDefault,
  });
  if (definition === undefined) throw new Error("The schema is not accepted.");
  const structure = createKindStructure(definition.root);
  const { status: fit } = shapesOfStructure(structure);
  const { complete, violations } = structure.status;

  it("is pruned, completed and validated without an error", () => {
    fc.assert(
      fc.property(objects, (body) => {
        const { value } = fit?.(body, "status") ?? { value: null };
        const cut = isJsonObject(value) ? value : {};

        expect(
          Object.keys(cut).every((member) => structure.status.node.properties.has(member)),
        ).toBe(true);
        for (const { field } of violations(complete(cut))) expect(field).toMatch(/^status/);
      }),
      { numRuns: 500 },
    );
  });

  it("stays unchanged if it is already pruned and complete", () => {
    fc.assert(
      fc.property(objects, (body) => {
        const once = fit?.(body, "status").value ?? null;
        if (!isJsonObject(once)) return;
        const whole = complete(once);

        expect(jsonEquals(fit?.(whole, "status").value, whole)).toBe(true);
        expect(jsonEquals(complete(whole), whole)).toBe(true);
      }),
    );
  });
});

function objectFrom(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  return Object.fromEntries(entries);
}
