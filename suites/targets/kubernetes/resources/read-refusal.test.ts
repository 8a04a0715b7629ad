import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue, RefusalReason } from "#contract";
import { readRefusal } from "./read-refusal.ts";
import { statusFailure } from "../testing/widget.ts";

/** An HTTP status without a specific meaning, so that the reason can only come from the body. */
const silent = 418;

/** The reasons of apimachinery (`metav1.StatusReason`), each with its documented HTTP status and its classification. */
const conventions: readonly {
  readonly http: number;
  readonly code: string;
  readonly reason: RefusalReason;
  /** The classification when the body contains no reason. Defaults to `reason`. */
  readonly alone?: RefusalReason;
}[] = [
  { http: 400, code: "BadRequest", reason: "invalid" },
  { http: 401, code: "Unauthorized", reason: "unauthenticated" },
  { http: 403, code: "Forbidden", reason: "forbidden" },
  { http: 404, code: "NotFound", reason: "notFound" },
  { http: 405, code: "MethodNotAllowed", reason: "notFound" },
  { http: 406, code: "NotAcceptable", reason: "invalid", alone: "unclassified" },
  { http: 409, code: "Conflict", reason: "conflict" },
  { http: 409, code: "AlreadyExists", reason: "alreadyExists", alone: "conflict" },
  { http: 410, code: "Expired", reason: "expired" },
  { http: 410, code: "Gone", reason: "expired" },
  { http: 413, code: "RequestEntityTooLarge", reason: "invalid" },
  { http: 415, code: "UnsupportedMediaType", reason: "invalid" },
  { http: 422, code: "Invalid", reason: "invalid" },
  { http: 429, code: "TooManyRequests", reason: "rateLimited" },
  { http: 500, code: "InternalError", reason: "internal" },
  { http: 500, code: "ServerTimeout", reason: "internal" },
  { http: 503, code: "ServiceUnavailable", reason: "internal" },
  { http: 504, code: "Timeout", reason: "internal" },
];

describe("the reason of a refusal", () => {
  it.each(conventions)("is $reason if the Status has $code", ({ http, code, reason }) => {
    for (const sent of [http, silent]) {
      expect(readRefusal({ http: sent, body: statusFailure(sent, code) })).toMatchObject({
        code,
        reason,
      });
    }
  });

  it("has no reason that is not among them", () => {
    expect(readRefusal({ http: silent, body: statusFailure(silent, "Teapot") })).toMatchObject({
      code: "Teapot",
      reason: "unclassified",
    });
  });

  it.each([
    ...conventions.map(({ http, reason, alone = reason }) => ({ http, reason: alone })),
    { http: 499, reason: "unclassified" },
    { http: 507, reason: "internal" },
  ])("is $reason by HTTP $http where the body says nothing", ({ http, reason }) => {
    expect(readRefusal({ http, body: "" })).toEqual({
      reason,
      message: `HTTP ${http} with ""`,
      causes: [],
    });
  });

  it.each<{ what: string; body: JsonValue }>([
    { what: "no Status", body: { ...statusFailure(409, "Forbidden"), kind: "Widget" } },
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
    const body = { ...statusFailure(500, ""), ...more };

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
    const body = statusFailure(422, "Invalid", { causes: [cause] });

    expect(readRefusal({ http: 422, body }).causes).toStrictEqual(read);
  });

  it("are empty if they are no list", () => {
    expect(
      readRefusal({ http: 422, body: statusFailure(422, "Invalid", { causes: {} }) }).causes,
    ).toEqual([]);
  });
});
