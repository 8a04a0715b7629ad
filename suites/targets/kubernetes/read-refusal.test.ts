import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { readRefusal } from "./read-refusal.ts";
import { complaint } from "./testing/widget.ts";

/** An HTTP status that says nothing, so that a reason is read from the body or not at all. */
const silent = 418;

describe("the reason of a refusal", () => {
  it.each([
    ["Unauthorized", "unauthenticated"],
    ["Forbidden", "forbidden"],
    ["NotFound", "notFound"],
    ["MethodNotAllowed", "notFound"],
    ["AlreadyExists", "alreadyExists"],
    ["Conflict", "conflict"],
    ["Invalid", "invalid"],
    ["BadRequest", "invalid"],
    ["UnsupportedMediaType", "invalid"],
    ["NotAcceptable", "invalid"],
    ["RequestEntityTooLarge", "invalid"],
    ["Expired", "expired"],
    ["Gone", "expired"],
    ["TooManyRequests", "rateLimited"],
    ["InternalError", "internal"],
    ["ServerTimeout", "internal"],
    ["Timeout", "internal"],
    ["ServiceUnavailable", "internal"],
    ["Teapot", "unclassified"],
  ])("%s is %s, whatever the status", (code, reason) => {
    expect(readRefusal({ http: silent, body: complaint(silent, code) })).toMatchObject({
      code,
      reason,
    });
  });

  it.each([
    [400, "invalid"],
    [401, "unauthenticated"],
    [403, "forbidden"],
    [404, "notFound"],
    [405, "notFound"],
    [409, "conflict"],
    [410, "expired"],
    [413, "invalid"],
    [415, "invalid"],
    [422, "invalid"],
    [429, "rateLimited"],
    [499, "unclassified"],
    [500, "internal"],
    [507, "internal"],
  ])("HTTP %i is %s where the body says nothing", (http, reason) => {
    expect(readRefusal({ http, body: "" })).toEqual({
      reason,
      message: `HTTP ${http} with ""`,
      causes: [],
    });
  });

  it.each<{ what: string; body: JsonValue }>([
    { what: "no Status", body: { ...complaint(409, "Forbidden"), kind: "Widget" } },
    { what: "a Status with a reason that is empty", body: { kind: "Status", reason: "" } },
    { what: "a Status with a reason that is no text", body: { kind: "Status", reason: 403 } },
    { what: "a list", body: ["Status"] },
  ])("is that of HTTP where the body is $what", ({ body }) => {
    const refusal = readRefusal({ http: 409, body });

    expect(refusal.reason).toBe("conflict");
    expect(refusal).not.toHaveProperty("code");
  });
});

describe("an applied document outside its schema", () => {
  const message = "failed to create typed patch object (a): .status.x: field not declared";

  it.each<{ what: string; more: JsonObject; reason: string }>([
    { what: "is invalid though it is a 500", more: { message }, reason: "invalid" },
    { what: "counts only at the beginning", more: { message: `x ${message}` }, reason: "internal" },
    { what: "needs a text", more: { message: 7 }, reason: "internal" },
    {
      what: "is what its reason says where there is one",
      more: { message, reason: "Forbidden" },
      reason: "forbidden",
    },
  ])("$what", ({ more, reason }) => {
    const body = { ...complaint(500, ""), ...more };

    expect(readRefusal({ http: 500, body }).reason).toBe(reason);
  });
});

describe("the message of a refusal", () => {
  it.each<{ body: JsonValue; message: string }>([
    { body: { kind: "Status", message: "no" }, message: "no" },
    {
      body: { kind: "Status", message: "" },
      message: 'HTTP 403 with "{\\"kind\\":\\"Status\\",\\"message\\":\\"\\"}"',
    },
    { body: null, message: 'HTTP 403 with "null"' },
    { body: "go away", message: 'HTTP 403 with "go away"' },
    { body: "x".repeat(300), message: `HTTP 403 with "${"x".repeat(200)}"` },
  ])("is $message", ({ body, message }) => {
    expect(readRefusal({ http: 403, body }).message).toBe(message);
  });
});

describe("the time to wait", () => {
  it.each<{ details: JsonValue; header?: number; seconds: number | undefined }>([
    { details: { retryAfterSeconds: 3 }, seconds: 3 },
    { details: { retryAfterSeconds: 3 }, header: 7, seconds: 7 },
    { details: { retryAfterSeconds: 0 }, seconds: undefined },
    { details: { retryAfterSeconds: -1 }, seconds: undefined },
    { details: { retryAfterSeconds: "3" }, seconds: undefined },
    { details: null, seconds: undefined },
    { details: "soon", seconds: undefined },
  ])("is $seconds by $details and a header $header", ({ details, header, seconds }) => {
    const refusal = readRefusal({
      http: 429,
      body: { kind: "Status", message: "m", details },
      ...(header === undefined ? {} : { retryAfterSeconds: header }),
    });

    expect(refusal.retryAfterSeconds).toBe(seconds);
    expect(Object.hasOwn(refusal, "retryAfterSeconds")).toBe(seconds !== undefined);
  });
});

describe("the causes of a refusal", () => {
  it.each<{ cause: JsonValue; read: readonly unknown[] }>([
    {
      cause: { reason: "Low", field: ".status.phase", message: "m" },
      read: [{ reason: "Low", field: "status.phase", message: "m" }],
    },
    { cause: { reason: "", field: "", message: "" }, read: [{ message: "" }] },
    { cause: { reason: 1, field: 2, message: 3 }, read: [{ message: "" }] },
    { cause: ["m"], read: [] },
    { cause: null, read: [] },
  ])("$cause is read as $read", ({ cause, read }) => {
    const body = complaint(422, "Invalid", { causes: [cause] });

    expect(readRefusal({ http: 422, body }).causes).toStrictEqual(read);
  });

  it("are none where they are no list", () => {
    expect(
      readRefusal({ http: 422, body: complaint(422, "Invalid", { causes: {} }) }).causes,
    ).toEqual([]);
  });
});
