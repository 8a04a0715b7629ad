import { describe, expect, it } from "vitest";
import { describeOutcome } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { eventReader } from "../streams/event-reader.ts";
import { parseWireText } from "../../wire/http/wire-data.ts";
import type { ListOperation } from "../dialect/dialect-operations.ts";
import { readReply } from "./outcome.ts";
import { read, readerFor, readObject } from "../testing/replies.ts";
import { widget, widgetData } from "../testing/widget-dialect.ts";

describe("readReply, when it is good", () => {
  it("reads an object, without nulls", () => {
    const body = { data: { shop: { widget: widgetData } } };
    expect(read("read", body)).toStrictEqual({ result: "object", object: readObject });
  });

  it("removes nulls at every depth, and keeps them in lists", () => {
    const status = { a: null, b: { c: null, d: [null, { e: null, f: 1 }] } };
    const body = { data: { shop: { widget: { ...widgetData, status } } } };
    expect(read("read", body)).toMatchObject({
      object: { status: { b: { d: [null, { f: 1 }] } } },
    });
  });

  it("reads versions and generations that travel as the other type", () => {
    const meta = { name: "a", uid: "u1", version: 7, generation: "12" };
    const body = { data: { shop: { widget: { meta } } } };
    expect(read("read", body)).toMatchObject({
      object: { metadata: { resourceVersion: "7", generation: 12 } },
    });
  });

  it("reads a list with its version", () => {
    const edges = [{ node: widgetData }, { node: widgetData }];
    expect(read("list", { data: { shop: { widgets: { version: "9", edges } } } })).toEqual({
      result: "list",
      resourceVersion: "9",
      items: [readObject, readObject],
    });
  });

  it("omits deleted objects that reads report as not found, except from counted pages", () => {
    const reader = readerFor("list");
    const outcomes = [
      { reason: "notFound", payload: { path: "isGone", value: true }, verbs: ["read"] } as const,
    ];
    const edges = [{ node: widgetData }, { node: { ...widgetData, isGone: true } }];
    const body = JSON.stringify({ data: { shop: { widgets: { version: "9", edges } } } });
    const counted = (pages: NonNullable<ListOperation["pages"]>): unknown => {
      const operation = { ...reader.operation, pages };
      const words = { ...reader.words, outcomes };
      return readReply(
        { ...reader, words, operation },
        { status: 200, data: parseWireText(body, undefined) },
      );
    };

    expect(counted({ next: "cursor" })).toMatchObject({ items: [readObject] });
    expect(counted({ by: "offset" })).toMatchObject({ items: [readObject, readObject] });
  });

  it("reads the one object of a list, and none of an empty one", () => {
    const [one, none, gone] = [[widgetData], [], null].map((found) =>
      read("read", { data: { shop: { widget: found } } }),
    );

    expect(one).toEqual({ result: "object", object: readObject });
    expect(none).toEqual(gone);
  });

  it("reads success without an object", () => {
    expect(read("delete", { data: { deleteWidget: true } })).toEqual({ result: "done" });
  });

  it("treats an empty list of errors as none", () => {
    const body = { errors: [], data: { deleteWidget: true } };
    expect(read("delete", body)).toEqual({ result: "done" });
  });
});

describe("readReply, when a server or gateway stopped waiting", () => {
  it.each([
    { status: 408, body: "" },
    { status: 504, body: "<html>" },
    { status: 524, body: "" },
    { status: 504, body: { errors: [{ message: "Request timed out" }] } },
    { status: 504, body: { data: null } },
  ])("does not know whether a write was executed: HTTP $status", ({ status, body }) => {
    expect(read("create", body, status)).toMatchObject({ result: "unknown", cause: "timeout" });
  });

  it.each([502, 503, 520, 523])(
    "does not know whether a write was executed if a gateway lost its server: HTTP %s",
    (status) => {
      expect(read("create", "<html>", status)).toEqual({
        result: "unknown",
        cause: "connection",
        detail: `HTTP ${status} with a body that is not JSON: "<html>"`,
      });
    },
  );

  it("does not know whether a write was executed if a page of a gateway is returned as a success", () => {
    const page = "<!doctype html><html><head><title>\n Sign in </title><body>…";

    expect(read("create", page)).toEqual({
      result: "unknown",
      cause: "connection",
      detail: 'HTTP 200 with a body that is not JSON: a page with the title "Sign in"',
    });
  });

  it("is a refusal if the dialect recognizes its error", () => {
    const body = { errors: [{ message: "this is forbidden" }] };
    expect(read("create", body, 504)).toMatchObject({ refusal: { reason: "forbidden" } });
  });
});

describe("readReply, when it cannot be read", () => {
  it("suggests a matcher for a null without an error", () => {
    const outcomes = [null, { object: null }].map((createWidget) =>
      read("create", { data: { createWidget } }),
    );
    expect(outcomes.map(describeOutcome)).toEqual(
      outcomes.map(() => expect.stringContaining("nullResult and verbs: [create]")),
    );
  });

  const meta = { name: "a", uid: "u", version: "1" };
  it.each<{ body: JsonValue | string; status?: number; detail: string | RegExp }>([
    { body: "", detail: 'HTTP 200 with a body that is not JSON: ""' },
    { body: "<html>", status: 500, detail: 'HTTP 500 with a body that is not JSON: "<html>"' },
    {
      body: "<!doctype html><html><head><title>\n Sign in </title><body>…",
      status: 500,
      detail: 'HTTP 500 with a body that is not JSON: a page with the title "Sign in"',
    },
    { body: {}, status: 502, detail: /HTTP 502 with JSON that is neither a result/u },
    { body: "{", detail: /not JSON/u },
    { body: `${"[".repeat(5000)}${"]".repeat(5000)}`, detail: /nested deeper than 200 levels/u },
    { body: `${'{"data":'.repeat(9000)}1${"}".repeat(9000)}`, detail: /nested deeper/u },
    { body: null, detail: /neither a result nor a list of errors/u },
    { body: [], detail: /neither a result/u },
    { body: 7, detail: /neither a result/u },
    { body: {}, detail: /neither a result/u },
    { body: { data: null }, detail: /neither a result/u },
    { body: { data: [] }, detail: /neither a result/u },
    { body: { errors: {} }, detail: /nor a list of errors/u },
    { body: { data: {} }, detail: 'the response has no "shop.widget"' },
    { body: { data: { shop: { widget: 7 } } }, detail: "expected an object, not a number" },
    {
      body: { data: { shop: { widget: [{}, {}] } } },
      detail: "expected an object, not a list",
    },
    { body: { data: { shop: { widget: {} } } }, detail: "the object has no meta.name" },
    { body: node({ meta: null }), detail: "the object has no meta.name" },
    { body: node({ meta: { ...meta, uid: "" } }), detail: "the object has no meta.uid" },
    { body: node({ meta: { ...meta, version: {} } }), detail: "the object has no meta.version" },
    { body: node({ meta: { ...meta, generation: 1.5 } }), detail: /meta.generation is a number/u },
    { body: node({ meta: { ...meta, generation: "x" } }), detail: /not an integer/u },
    { body: node({ meta: { ...meta, labels: { a: 1 } } }), detail: /not an object of strings/u },
    { body: node({ spec: [] }), detail: "spec is a list, not an object" },
    { body: node({ status: "ok" }), detail: "status is a string, not an object" },
    { body: node({}), status: 302, detail: /HTTP 302/u },
  ])("says why: $detail", ({ body, status, detail }) => {
    const outcome = read("read", body, status);
    expect(outcome.result).toBe("unintelligible");
    expect("detail" in outcome ? outcome.detail : "").toMatch(detail);
  });

  it("states that a payload lacks the object", () => {
    expect(read("create", { data: { createWidget: {} } })).toEqual({
      result: "unintelligible",
      detail: 'the result has no "object"',
    });
  });

  it.each([
    { edges: [] },
    { edges: null },
    { edges: [], version: null },
    { edges: [], version: "" },
  ])("reads the list %j, which has no version", (list) => {
    const outcome = read("list", { data: { shop: { widgets: list } } });
    expect(outcome).toEqual({ result: "list", items: [] });
  });

  it.each([
    { list: {}, detail: 'the list has no "edges.node"' },
    { list: { edges: [{ node: null }] }, detail: "in item 0, expected an object, not null" },
    { list: null, detail: 'the list has no "edges.node"' },
  ])("says what is wrong with the list $list", ({ list, detail }) => {
    const outcome = read("list", { data: { shop: { widgets: list } } });
    expect(outcome).toEqual({ result: "unintelligible", detail });
  });
});

describe("eventReader", () => {
  const [operation] = widget.operations.watch;
  const readOne = (body: JsonValue): unknown => {
    if (operation === undefined) throw new Error("no watch");
    return eventReader({ kind: widget, operation })({ kind: "json", value: body });
  };

  it.each([
    { op: "created", type: "ADDED" },
    { op: "changed", type: "MODIFIED" },
    { op: "gone", type: "DELETED" },
  ])("reads $op as $type", ({ op, type }) => {
    expect(readOne(event({ op, version: "8", object: widgetData }))).toEqual({
      kind: "events",
      events: [{ type, resourceVersion: "8", object: readObject }],
    });
  });

  it("omits an object that is null", () => {
    expect(readOne(event({ op: "gone", version: "8", object: null }))).toStrictEqual({
      kind: "events",
      events: [{ type: "DELETED", resourceVersion: "8" }],
    });
  });

  it("returns errors as errors", () => {
    const errors = [{ message: "m" }];
    expect(readOne({ errors, data: null })).toEqual({ kind: "errors", errors });
  });

  it.each([
    { body: null, detail: "a message without an event" },
    { body: { data: {} }, detail: "a message without an event" },
    {
      body: event({ op: "toString", version: "8" }),
      detail: 'an event of type "toString" without an object',
    },
    { body: event({ op: 1, version: "8" }), detail: "an event of type 1 without an object" },
    { body: event({ op: "gone" }), detail: "an event without a version" },
    {
      body: event({ op: "gone", version: "8", object: {} }),
      detail: "in a DELETED event, the object has no meta.name",
    },
  ])("says why it cannot be read: $detail", ({ body, detail }) => {
    expect(readOne(body)).toMatchObject({ kind: "unintelligible", detail });
  });
});

function node(changes: JsonObject): JsonValue {
  return { data: { shop: { widget: { ...widgetData, ...changes } } } };
}

function event(value: JsonValue): JsonValue {
  return { data: { widgetEvents: value } };
}
