import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { contrastsTo } from "./contrast.ts";

const schema: JsonObject = {
  type: "object",
  required: ["host"],
  properties: {
    host: { type: "string" },
    ttl: { type: "integer", minimum: 30 },
    targets: { type: "array", maxItems: 4, items: { type: "string" } },
    rules: { type: "array", items: { type: "object", properties: { port: { type: "integer" } } } },
    parameters: { type: "object", additionalProperties: { type: "string" } },
    template: { type: "object", properties: { size: { type: "integer" } } },
  },
};

const specs = ["a", "b", "c"].map((host, index) => ({ host, ttl: 30 + index }));

function contrasts(other: JsonObject = {}): readonly JsonObject[] {
  const served = { root: {}, parts: new Map() };
  return contrastsTo(specs, { schema: { ...schema, ...other }, side: "spec", served });
}

describe("specs that differ most from the samples", () => {
  it("have plain lists and maps that they lack, or no optional scalars, or both", () => {
    const targets = [expect.any(String)];
    const parameters = expect.any(Object);

    expect(contrasts()).toStrictEqual([
      { host: "a", targets, parameters },
      { host: "a", ttl: 30, targets, parameters },
      { host: "a" },
    ]);
  });

  it("have no replicas, if that is valid", () => {
    const replicas = { type: "integer", minimum: 0 };
    const properties = { host: { type: "string" }, ttl: replicas };

    expect(contrasts({ properties })).toStrictEqual([{ host: "a", ttl: 0 }, { host: "a" }]);
  });

  it("do not repeat a sample", () => {
    const properties = { host: { type: "string" }, ttl: { type: "integer" } };

    expect(contrasts({ properties })).toStrictEqual([{ host: "a" }]);
    expect(contrasts({ properties, required: ["host", "ttl"] })).toStrictEqual([]);
  });
});
