import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { readObject, readVersion } from "./object-reader.ts";
import { widget, widgetData } from "../testing/widget-dialect.ts";

function versioned(length: number): JsonObject {
  return { ...widgetData, meta: { name: "a", uid: "u1", version: "9".repeat(length) } };
}

describe("a version that is very long", () => {
  it("is none", () => {
    expect(readVersion("9".repeat(4_096))).toHaveLength(4_096);
    expect(readVersion("9".repeat(4_097))).toBeUndefined();
  });

  it("makes its object unreadable, and states so", () => {
    expect(readObject(versioned(4_096), widget)).toMatchObject({ ok: true });
    expect(readObject(versioned(4_097), widget)).toEqual({
      ok: false,
      problem: "meta.version has 4097 characters, more than 4096",
    });
  });
});

it("cannot read an object with an overlong namespace", () => {
  const meta = { name: "a", uid: "u1", version: "1", ns: "n".repeat(4_097) };
  expect(readObject({ ...widgetData, meta }, widget)).toEqual({
    ok: false,
    problem: "meta.ns has 4097 characters, more than 4096",
  });
});

it("reads the number of an owner as a namespace", () => {
  const meta = { name: "a", uid: "u1", version: "1", ns: 7 };
  expect(readObject({ ...widgetData, meta }, widget)).toMatchObject({
    ok: true,
    value: { metadata: { namespace: "7" } },
  });
});

it.each([
  { editor: { id: 7 }, writer: "7" },
  { editor: { id: "kiln-bot" }, writer: "kiln-bot" },
])("reads the client that wrote a version: $writer", ({ editor, writer }) => {
  const paths = { ...widget.paths, writer: "editor.id" };
  const reading = readObject({ ...widgetData, editor }, { ...widget, paths });

  expect(reading).toMatchObject({ ok: true, value: { metadata: { writer } } });
  expect(readObject(widgetData, { ...widget, paths })).not.toHaveProperty("value.metadata.writer");
});

describe("an object in another form", () => {
  it("arrives as a text", () => {
    const kind = { ...widget, boxed: "jsonText" } as const;
    expect(readObject(JSON.stringify(widgetData), kind)).toEqual(readObject(widgetData, widget));
    expect(readObject("{", kind)).toMatchObject({ ok: false, problem: /not JSON/u });
  });

  it("has its status and its labels as JSON in strings", () => {
    const paths = { ...widget.paths, status: "state_json.$jsonText", labels: "tags.$jsonText" };
    const state = { phase: "Busy", parts: [{ at: 1 }] };
    const sent = { ...widgetData, state_json: JSON.stringify(state), tags: '{"tier":"gold"}' };
    const kind = { ...widget, paths };

    expect(readObject(sent, kind)).toMatchObject({
      value: { status: state, metadata: { labels: { tier: "gold" } } },
    });
    for (const state_json of [null, "", "null"]) {
      const empty = readObject({ ...sent, state_json }, kind);
      expect(empty).toMatchObject({ ok: true });
      expect(empty).not.toHaveProperty("value.status");
    }
    expect(readObject({ ...sent, state_json: "{" }, kind)).toMatchObject({ ok: false });
  });

  it("has the members of its status next to its identity", () => {
    const paths = { ...widget.paths, status: { phase: "phase", count: "stat.n" } };
    const reading = readObject(
      { ...widgetData, phase: "Busy", stat: { n: 2 } },
      { ...widget, paths },
    );
    const empty = readObject({ ...widgetData, phase: null, stat: null }, { ...widget, paths });

    expect(reading).toMatchObject({ value: { status: { phase: "Busy", count: 2 } } });
    expect(empty).toMatchObject({ ok: true });
    expect(empty).not.toHaveProperty("value.status");
  });
});

describe("a status or spec whose type is an interface or a union", () => {
  it("does not contain the names of types that the selection adds", () => {
    const status = { __typename: "Idle", phase: "Idle", parts: [{ __typename: "Part", at: 1 }] };
    const reading = readObject({ ...widgetData, status, spec: { __typename: "A" } }, widget);

    expect(reading).toMatchObject({
      value: { status: { phase: "Idle", parts: [{ at: 1 }] }, spec: {} },
    });
    expect(JSON.stringify(reading)).not.toContain("__typename");
  });

  it("does not contain them if its fields are next to the identity", () => {
    const paths = { ...widget.paths, status: { outcome: "outcome", form: "outcome.__typename" } };
    const outcome = { __typename: "Success", at: 1 };

    expect(readObject({ ...widgetData, outcome }, { ...widget, paths })).toMatchObject({
      value: { status: { outcome: { at: 1 }, form: "Success" } },
    });
    expect(
      JSON.stringify(readObject({ ...widgetData, outcome }, { ...widget, paths })),
    ).not.toContain("__typename");
  });
});
