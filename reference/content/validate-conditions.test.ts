import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { mutate, send, textAt, versionOf } from "../testing/reference-client.ts";
import { condition } from "../testing/bucket-writer.ts";
import { validateConditions } from "./validate-conditions.ts";

describe("validateConditions", () => {
  it.each<readonly [string, JsonValue]>([
    ["type", "Ready"],
    ["type", "example.com/Ready"],
    ["type", "r"],
    ["type", "a".repeat(63)],
    ["status", "True"],
    ["status", "False"],
    ["status", "Unknown"],
    ["reason", "A"],
    ["reason", "a1"],
    ["reason", "A:b,c_d"],
    ["reason", "A".repeat(1_024)],
    ["message", ""],
    ["message", "m".repeat(32_768)],
    ["lastTransitionTime", "2024-02-29T23:59:59.999999Z"],
    ["lastTransitionTime", "1970-01-01T00:00:00+14:00"],
    ["observedGeneration", 0],
    ["observedGeneration", 2_147_483_647],
  ])("accepts as %s: %j", (member, value) => {
    expect(
      validateConditions([condition("Ready", { [member]: value })], "status.conditions"),
    ).toEqual([]);
  });

  it.each<readonly [string, JsonValue]>([
    ["type", ""],
    ["type", "-Ready"],
    ["type", "not ready"],
    ["type", "a/b/c"],
    ["type", "Example.com/Ready"],
    ["type", "a".repeat(64)],
    ["status", "true"],
    ["status", true],
    ["status", ""],
    ["status", "Maybe"],
    ["reason", ""],
    ["reason", "1st"],
    ["reason", "two words"],
    ["reason", "Ends:"],
    ["reason", "Ends,"],
    ["reason", "A".repeat(1_025)],
    ["message", "m".repeat(32_769)],
    ["message", 1],
    ["lastTransitionTime", "2024-01-01"],
    ["lastTransitionTime", "2024-01-01T00:00:00"],
    ["lastTransitionTime", "2023-02-29T00:00:00Z"],
    ["lastTransitionTime", "2024-01-01T24:00:00Z"],
    ["lastTransitionTime", "2024-13-01T00:00:00Z"],
    ["lastTransitionTime", ""],
    ["observedGeneration", -1],
    ["observedGeneration", 1.5],
  ])("rejects as %s: %j", (member, value) => {
    const causes = validateConditions(
      [condition("Ready", { [member]: value })],
      "status.conditions",
    );

    expect(causes.map(({ field }) => field)).toEqual([`status.conditions[0].${member}`]);
  });

  it("names every missing field and every duplicate type", () => {
    const causes = validateConditions([condition("Ready"), {}, condition("Ready")], "c");

    expect(causes.map(({ field, reason }) => [field, reason])).toEqual([
      ["c[1].type", "FieldValueRequired"],
      ["c[1].status", "FieldValueRequired"],
      ["c[1].reason", "FieldValueRequired"],
      ["c[1].lastTransitionTime", "FieldValueRequired"],
      ["c[2].type", "FieldValueDuplicate"],
    ]);
  });
});

describe("conditions", () => {
  const key = { kind: "Service", namespace: "default", name: "web" };

  it("are stored as sent, including their times", async () => {
    await using server = await startReference();
    const created = await mutate(server, "author", {
      field: "createResource",
      input: { ...key, spec: {} },
    });
    const old = condition("Ready", { lastTransitionTime: "2001-09-09T01:46:40.5+02:00" });
    let { value } = created;
    for (const status of ["True", "False", "True"]) {
      const conditions = [{ ...old, status }];
      const input = { ...key, resourceVersion: versionOf(value), status: { conditions } };
      ({ value } = await mutate(server, "controller", { field: "updateResourceStatus", input }));
      expect(value).toMatchObject({ status: { conditions } });
    }
    const query = `{ service(namespace: "default", name: "web") {
      status { conditions { lastTransitionTime } }
    } }`;

    expect((await send(server, "reader", { query })).value).toEqual({
      status: { conditions: [{ lastTransitionTime: textAt(old, "lastTransitionTime") }] },
    });
  });

  it("are rejected with one cause per invalid field", async () => {
    await using server = await startReference();
    const created = await mutate(server, "author", {
      field: "createResource",
      input: { ...key, spec: {} },
    });
    const conditions = [
      { type: "Ready", status: true, lastTransitionTime: "today" },
      condition("Ready", { reason: "no words" }),
    ];
    const input = { ...key, resourceVersion: versionOf(created.value), status: { conditions } };

    expect(
      (await mutate(server, "controller", { field: "updateResourceStatus", input })).fields,
    ).toEqual([
      "status.conditions[0].status",
      "status.conditions[0].lastTransitionTime",
      "status.conditions[0].reason",
      "status.conditions[1].reason",
      "status.conditions[1].type",
    ]);
  });
});
