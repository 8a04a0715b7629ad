import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { condition } from "../testing/bucket-writer.ts";
import { createWidget, define, readWidget, reportWidget } from "../testing/widget-requests.ts";

describe("a kind that is defined at run time", () => {
  it.each([
    ["a number out of range", { num: 1_000_001 }, ["status.num"]],
    ["a wrong type", { num: "2" }, ["status.num"]],
    ["a fraction", { num: 1.5 }, ["status.num"]],
    ["an object for a text", { phase: {} }, ["status.phase"]],
    ["a text for a list", { conditions: "none" }, ["status.conditions"]],
    ["an unknown enum value", { phase: "Melted" }, ["status.phase"]],
    ["an unknown member", { more: 1 }, ["status.more"]],
    [
      "an unknown member deep inside",
      { endpoints: [{ host: "a", b: 1 }] },
      ["status.endpoints[0].b"],
    ],
    [
      "a required member that is missing",
      { endpoints: [{ port: 1 }] },
      ["status.endpoints[0].host"],
    ],
    ["a spec", { spec: { size: 2 } }, ["status.spec"]],
    ["metadata", { metadata: {} }, ["status.metadata"]],
    ["a member of the prototype", JSON.parse('{ "__proto__": {} }'), ["status.__proto__"]],
    ["an inherited name", { toString: 1 }, ["status.toString"]],
    [
      "several mistakes",
      { num: -1, phase: "x", more: 1 },
      ["status.more", "status.num", "status.phase"],
    ],
    [
      "items with the same keys",
      {
        endpoints: [
          { host: "a", port: 1 },
          { host: "a", port: 2 },
          { host: "a", port: 1 },
        ],
      },
      ["status.endpoints[2]"],
    ],
    [
      "a doubled condition",
      { conditions: [condition("Ready"), condition("Ready", { status: "False" })] },
      ["status.conditions[1].type"],
    ],
    [
      "too many values",
      { endpoints: Array.from({ length: 6_000 }, () => ({ host: "a" })) },
      ["status"],
    ],
  ])("rejects a status with %s, which the error names", async (_, status, fields) => {
    await using server = await startReference();
    await define(server);
    const before = (await createWidget(server)).value;
    const refused = await reportWidget(server, before, status);

    expect(refused.code).toBe("INVALID");
    expect(new Set(refused.fields)).toEqual(new Set(fields));
    expect(refused.fields).toHaveLength(fields.length);
    expect(await readWidget(server)).toEqual(before);
  });

  it("validates the whole status after a partial write", async () => {
    await using server = await startReference();
    await define(server, {
      schema: {
        type: "object",
        properties: {
          status: {
            type: "object",
            maxProperties: 2,
            properties: { a: { type: "integer" }, b: { type: "integer" }, c: { type: "integer" } },
          },
        },
      },
    });
    const first = await reportWidget(server, (await createWidget(server)).value, { a: 1, b: 2 });

    expect((await reportWidget(server, first.value, { c: 3 })).fields).toEqual(["status"]);
    expect((await reportWidget(server, first.value, { a: null, c: 3 })).value).toMatchObject({
      status: { b: 2, c: 3 },
    });
  });

  it("matches hostile texts in linear time", async () => {
    await using server = await startReference();
    const schema = {
      type: "object",
      properties: {
        status: {
          type: "object",
          properties: { it: { type: "string", pattern: "^(a+)+(a|aa)*$" } },
        },
      },
    };
    await define(server, { schema });
    const before = (await createWidget(server)).value;

    const refused = await reportWidget(server, before, { it: `${"a".repeat(15_000)}b` });
    expect(refused.fields).toEqual(["status.it"]);
  });
});
