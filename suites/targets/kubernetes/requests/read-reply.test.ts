import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { readRefusal } from "../resources/read-refusal.ts";
import type { RestReply } from "../resources/rest-transport.ts";
import { statusFailure, widget, widgetBody } from "../testing/widget.ts";
import { readReply, readReplyTo, readWarnings } from "./read-reply.ts";

function replyOf(status: number, value: JsonValue, parts: Partial<RestReply> = {}): RestReply {
  return { kind: "reply", status, warnings: [], data: { kind: "json", value }, ...parts };
}

describe("readReply", () => {
  it("reads an object, its nulls as absent members", () => {
    const body = widgetBody("7", { spec: { size: 1, color: null }, status: { num: null } });

    expect(readReply(widget, replyOf(200, body))).toEqual({
      result: "object",
      object: {
        kind: "Widget",
        metadata: { name: "a", namespace: "usual", uid: "u1", resourceVersion: "7" },
        spec: { size: 1 },
        status: {},
      },
    });
  });

  it("reads the warnings of a header", () => {
    const warnings = ['299 - "unknown field \\"status.x\\"", 299 - "two"'];

    expect(readReply(widget, replyOf(200, widgetBody("7"), { warnings }))).toMatchObject({
      warnings: ['unknown field "status.x"', "two"],
    });
    expect(readWarnings(["garbage"])).toEqual([]);
  });

  it.each([{}, { metadata: {} }, { metadata: { resourceVersion: "" } }])(
    "reads a list without a version, %j",
    (rest) => {
      const outcome = readReply(widget, replyOf(200, { items: [widgetBody("5")], ...rest }));

      expect(outcome).toMatchObject({ result: "list", items: [{}] });
      expect(outcome).not.toHaveProperty("resourceVersion");
    },
  );

  it("reads null in place of the items of an empty list", () => {
    const body = { kind: "WidgetList", items: null, metadata: { resourceVersion: "9" } };

    expect(readReply(widget, replyOf(200, body))).toEqual({
      result: "list",
      items: [],
      resourceVersion: "9",
    });
    expect(readReply(widget, replyOf(200, { ...body, kind: "Widget" }))).toMatchObject({
      result: "unintelligible",
    });
  });

  it("reads a list with its version", () => {
    const body = { items: [widgetBody("5")], metadata: { resourceVersion: "9" } };

    expect(readReply(widget, replyOf(200, body))).toMatchObject({
      result: "list",
      resourceVersion: "9",
      items: [{ metadata: { resourceVersion: "5" } }],
    });
  });

  it.each([
    { what: "a redirect", reply: replyOf(302, {}), detail: "HTTP 302: a redirect" },
    { what: "a text", reply: replyOf(200, "hello"), detail: "not a JSON object" },
    {
      what: "an object without a uid",
      reply: replyOf(200, { metadata: { name: "a" } }),
      detail: "uid",
    },
    {
      what: "an object with an endless version",
      reply: replyOf(200, widgetBody("7".repeat(4_097))),
      detail: "metadata.resourceVersion has 4097 characters, more than 4096",
    },
    {
      what: "an object with an endless uid",
      reply: replyOf(200, { metadata: { name: "a", uid: "u".repeat(4_097) } }),
      detail: "metadata.uid has 4097 characters, more than 4096",
    },
    {
      what: "a list with an endless version",
      reply: replyOf(200, { items: [], metadata: { resourceVersion: "9".repeat(4_097) } }),
      detail: "the version of the list",
    },
    {
      what: "a list with a strange item",
      reply: replyOf(200, { items: [7], metadata: { resourceVersion: "1" } }),
      detail: "in item 0",
    },
  ])("cannot read $what", ({ reply, detail }) => {
    const outcome = readReply(widget, reply);

    expect(outcome).toMatchObject({ result: "unintelligible" });
    expect(JSON.stringify(outcome)).toContain(detail);
  });

  it.each([408, 504, 524])(
    "does not know whether a write was executed if a gateway stopped waiting: HTTP %i",
    (http) => {
      expect(readReply(widget, replyOf(http, "<html>"))).toMatchObject({
        result: "unknown",
        cause: "timeout",
      });
    },
  );

  it.each([
    { http: 504, reason: "Timeout", cause: "timeout" },
    { http: 429, reason: "TooManyRequests", cause: "connection" },
    { http: 503, reason: "ServiceUnavailable", cause: "connection" },
  ])("takes $http for no answer: it says nothing about the request", ({ http, reason, cause }) => {
    expect(readReply(widget, replyOf(http, statusFailure(http, reason)))).toEqual({
      result: "unknown",
      cause,
      detail: `HTTP ${http}: because of ${reason}`,
    });
  });

  it.each([
    { where: "in its header", parts: { retryAfterSeconds: 7 }, details: {} },
    { where: "in its body", parts: {}, details: { details: { retryAfterSeconds: 7 } } },
  ])("keeps for how long a busy server asks to be left alone $where", ({ parts, details }) => {
    const body = { ...statusFailure(503, "ServiceUnavailable"), ...details };

    expect(readReply(widget, replyOf(503, body, parts))).toMatchObject({
      result: "unknown",
      retryAfterSeconds: 7,
    });
  });

  it("treats a success without an object as done", () => {
    expect(readReply(widget, replyOf(200, { kind: "Status", status: "Success" }))).toEqual({
      result: "done",
    });
  });
});

describe("readReply, at the bounds of a status", () => {
  it.each([
    { status: 299, result: "object" },
    { status: 300, result: "unintelligible" },
    { status: 399, result: "unintelligible" },
    { status: 400, result: "refused" },
  ])("takes $status for $result", ({ status, result }) => {
    expect(readReply(widget, replyOf(status, widgetBody("7"))).result).toBe(result);
  });

  it("treats JSON in a non-JSON body as unreadable", () => {
    const data = { kind: "text", value: "{}", problem: "not JSON" } as const;

    expect(readReply(widget, replyOf(200, {}, { data })).result).toBe("unintelligible");
  });

  it.each([{ retryAfterSeconds: 7 }, {}])("hands on the time to wait: %j", (parts) => {
    const outcome = readReply(widget, replyOf(409, statusFailure(409, "Conflict"), parts));

    expect(outcome).toEqual({
      result: "refused",
      refusal: {
        reason: "conflict",
        code: "Conflict",
        message: "because of Conflict",
        causes: [],
        ...parts,
      },
    });
  });
});

describe("a conflict without a reason", () => {
  it.each([
    { method: "POST", value: { error: "exists" }, reason: "alreadyExists" },
    { method: "POST", value: statusFailure(409, ""), reason: "conflict" },
    { method: "PUT", value: { error: "stale" }, reason: "conflict" },
  ])("of $method means $reason", ({ method, value, reason }) => {
    const data = { kind: "json", value } as const;
    const reply = { kind: "reply", status: 409, data, warnings: [] } as const;

    expect(readReplyTo(method, widget, reply)).toMatchObject({
      result: "refused",
      refusal: { reason },
    });
  });
});

describe("readRefusal", () => {
  it.each([
    { http: 401, reason: "Unauthorized", read: "unauthenticated" },
    { http: 403, reason: "Forbidden", read: "forbidden" },
    { http: 404, reason: "NotFound", read: "notFound" },
    { http: 405, reason: "MethodNotAllowed", read: "notFound" },
    { http: 409, reason: "Conflict", read: "conflict" },
    { http: 409, reason: "AlreadyExists", read: "alreadyExists" },
    { http: 410, reason: "Expired", read: "expired" },
    { http: 415, reason: "UnsupportedMediaType", read: "invalid" },
    { http: 422, reason: "Invalid", read: "invalid" },
    { http: 429, reason: "TooManyRequests", read: "rateLimited" },
    { http: 500, reason: "InternalError", read: "internal" },
    { http: 503, reason: "ServiceUnavailable", read: "internal" },
    { http: 418, reason: "Teapot", read: "unclassified" },
  ])("$reason is $read", ({ http, reason, read }) => {
    expect(readRefusal({ http, body: statusFailure(http, reason) })).toMatchObject({
      reason: read,
      code: reason,
    });
  });

  it.each([
    { http: 429, body: "Too many requests, please try again later.", read: "rateLimited" },
    { http: 403, body: null, read: "forbidden" },
    { http: 502, body: "<html>", read: "internal" },
  ])("reads HTTP $http without a Status", ({ http, body, read }) => {
    const refusal = readRefusal({ http, body, retryAfterSeconds: 3 });

    expect(refusal).toMatchObject({ reason: read, causes: [], retryAfterSeconds: 3 });
    expect(refusal).not.toHaveProperty("code");
  });

  it("treats an applied document outside its schema as invalid, although it is a 500", () => {
    const body = {
      ...statusFailure(500, ""),
      message: "failed to create typed patch object (a): .x",
    };

    expect(readRefusal({ http: 500, body })).toMatchObject({ reason: "invalid" });
    expect(readRefusal({ http: 500, body: statusFailure(500, "") })).toMatchObject({
      reason: "internal",
    });
  });

  it("reads causes, rooted at the object", () => {
    const causes = [
      { reason: "FieldManagerConflict", field: ".status.phase", message: "m" },
      { reason: "FieldValueInvalid", field: "status.num", message: "n" },
      "garbage",
      {},
    ];

    expect(
      readRefusal({ http: 409, body: statusFailure(409, "Conflict", { causes }) }).causes,
    ).toEqual([
      { reason: "FieldManagerConflict", field: "status.phase", message: "m" },
      { reason: "FieldValueInvalid", field: "status.num", message: "n" },
      { message: "" },
    ]);
  });
});
