import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import {
  isRemoval,
  readStatus,
  writtenOperations,
  writtenPart,
  writtenStatus,
} from "./status-form.ts";
import type { StatusForm } from "./status-form.ts";

const usual = [{ type: "Accepted", status: "Unknown" }];

const form: StatusForm = {
  always: { paused: false },
  standIn: { parents: [] },
  defaults: { conditions: usual },
  counter: {
    member: "peers",
    template: [{ id: "a", port: 1 }],
    path: [0, "id"],
    writing: { kind: "text", before: "count-", after: "", width: 0 },
  },
};

describe("a status with required properties", () => {
  it("is written with them, and read without", () => {
    const written = writtenStatus({ phase: "Up" }, form);

    expect(written).toEqual({ paused: false, parents: [], phase: "Up" });
    expect(readStatus(written, form)).toEqual({ phase: "Up" });
  });

  it("keeps fields that a part of it omits, and clears required ones", () => {
    expect(writtenPart({}, form)).toEqual({ paused: false });
    expect(writtenPart({ parents: null, phase: null }, form)).toEqual({
      paused: false,
      parents: [],
      phase: null,
    });
  });

  it("is absent if the server sets a default", () => {
    expect(readStatus({ conditions: usual }, form)).toEqual({});
    expect(readStatus({ conditions: [{ type: "Accepted" }] }, form)).toHaveProperty("conditions");
  });
});

describe("a status that is removed without one of its properties", () => {
  const removable: StatusForm = {
    always: { site: "North" },
    standIn: {},
    defaults: {},
    removedWithout: "up",
  };

  it.each<readonly [JsonObject, boolean]>([
    [{}, true],
    [{ up: null }, true],
    [{ up: false }, false],
  ])("is removed if it lacks the property: %o", (status, isRemoved) => {
    expect(isRemoval(status, removable)).toBe(isRemoved);
    expect(isRemoval(status, form)).toBe(false);
  });

  const added = { op: "add", path: "/status/up", value: false };
  const removed = { op: "remove", path: "/status/up" };
  const moved = { op: "move", from: "/status/up", path: "/status/down" };

  it.each<readonly [string, readonly JsonObject[], boolean]>([
    ["is removed", [removed], true],
    ["is moved", [added, moved], true],
    ["is added", [added], false],
    ["is moved and added again", [moved, added], false],
    ["is tested", [{ ...added, op: "test" }], false],
    ["is omitted", [added, { op: "replace", path: "/status", value: {} }], true],
    ["is replaced", [removed, { op: "replace", path: "/status", value: { up: true } }], false],
    ["is removed with the status", [{ op: "remove", path: "/status" }], false],
  ])("is removed at the end of a JSON patch, if the property %s", (_, operations, isRemoved) => {
    const written = writtenOperations(operations, removable);

    expect(written.slice(operations.length)).toEqual(
      isRemoved ? [{ op: "remove", path: "/status" }] : [],
    );
  });
});

describe("a count in a list", () => {
  it.each([0, 1, 2_000])("is written and read as one: %d", (count) => {
    const written = writtenStatus({ peers: count }, form);

    expect(written).toMatchObject({ peers: [{ id: `count-${count}`, port: 1 }] });
    expect(readStatus(written, form)).toEqual({ peers: count });
  });

  it.each<readonly [string, JsonValue]>([
    ["a sample", [{ id: "a", port: 1 }]],
    ["another port", [{ id: "count-1", port: 2 }]],
    [
      "two items",
      [
        { id: "count-1", port: 1 },
        { id: "b", port: 1 },
      ],
    ],
    ["another width", [{ id: "count-01", port: 1 }]],
  ])("is not read from %s", (_what, peers) => {
    expect(readStatus({ peers }, form)).toEqual({ peers });
  });

  it("is in the operations of a patch", () => {
    const operations = [
      { op: "test", path: "/status/peers", value: 1 },
      { op: "add", path: "/status", value: { peers: 2 } },
      { op: "remove", path: "/status/parents" },
      { op: "remove", path: "/status/phase" },
      { op: "test", path: "/status/conditions", value: null },
      { op: "replace", path: "/status/parents", value: null },
      { op: "add", path: "/metadata/labels", value: {} },
    ];

    expect(writtenOperations(operations, form)).toEqual([
      { op: "test", path: "/status/peers", value: [{ id: "count-1", port: 1 }] },
      {
        op: "add",
        path: "/status",
        value: { paused: false, parents: [], peers: [{ id: "count-2", port: 1 }] },
      },
      { op: "replace", path: "/status/parents", value: [] },
      { op: "remove", path: "/status/phase" },
      { op: "test", path: "/status/conditions", value: usual },
      { op: "replace", path: "/status/parents", value: [] },
      { op: "add", path: "/metadata/labels", value: {} },
    ]);
  });
});
