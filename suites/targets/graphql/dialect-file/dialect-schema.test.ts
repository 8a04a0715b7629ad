import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { compactJson } from "../testing/compact-json.ts";
import { dialectSchema } from "./dialect-schema.ts";

describe("dialectSchema", () => {
  it("is published as it is", async () => {
    await expect(`${compactJson(dialectSchema)}\n`).toMatchFileSnapshot("dialect.schema.json");
  });

  it("is a complete JSON Schema", () => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true });
    expect(ajv.validateSchema(dialectSchema)).toBe(true);
    expect(() => ajv.compile(dialectSchema)).not.toThrow();
  });
});
