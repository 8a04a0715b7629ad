import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import type { OperationVerb } from "../dialect/dialect-operations.ts";
import { readReply } from "./outcome.ts";
import type { ReplyReader } from "./outcome.ts";
import { read, readerFor } from "../testing/replies.ts";
import { widgetData, widgetDialect } from "../testing/widget-dialect.ts";
import { parseWireText } from "../../wire/http/wire-data.ts";

function reasonOfStatusWrite(error: JsonValue): unknown {
  return read("updateStatus", { errors: [error], data: null });
}

describe("readReply, when it is rejected", () => {
  it.each<{ by: string; verb: OperationVerb; error: JsonValue; status?: number; reason: string }>([
    {
      by: "code",
      verb: "create",
      error: { extensions: { code: "BAD_USER_INPUT" } },
      reason: "invalid",
    },
    {
      by: "extension",
      verb: "update",
      error: { extensions: { statusCode: 409 } },
      reason: "conflict",
    },
    {
      by: "message",
      verb: "delete",
      error: { message: "it is forbidden here" },
      reason: "forbidden",
    },
    { by: "verb", verb: "update", error: { message: '"a" not found' }, reason: "notFound" },
    { by: "no verb", verb: "create", error: { message: '"a" not found' }, reason: "unclassified" },
    {
      by: "status",
      verb: "create",
      error: { message: "no" },
      status: 401,
      reason: "unauthenticated",
    },
    {
      by: "nothing",
      verb: "create",
      error: { extensions: { code: "ODD" } },
      reason: "unclassified",
    },
    { by: "odd code", verb: "create", error: { extensions: { code: {} } }, reason: "unclassified" },
    { by: "null", verb: "create", error: null, reason: "unclassified" },
    { by: "text", verb: "create", error: "forbidden", reason: "unclassified" },
  ])("is sorted by $by", ({ verb, error, status, reason }) => {
    expect(read(verb, { errors: [error], data: null }, status)).toMatchObject({
      result: "refused",
      refusal: { reason },
    });
  });

  it("is invalid if a path leads to an argument, regardless of its parser's message", () => {
    const reader = readerFor("updateStatus");
    const { field, arguments: tree } = reader.operation;
    const [argument = ""] = Object.keys(tree);
    const parsing = { message: 'parsing time "x": cannot parse "x" as "2006"' };

    expect(reasonOfStatusWrite({ ...parsing, path: [field, argument] })).toMatchObject({
      refusal: { reason: "invalid" },
    });
    for (const path of [[field], [field, "object"], ["other", argument]]) {
      expect(reasonOfStatusWrite({ ...parsing, path })).toMatchObject({
        refusal: { reason: "unclassified" },
      });
    }
  });

  it("has the recognized value as its code if there is none at the declared path", () => {
    const error = { message: "late", extensions: { statusCode: 409 } };
    expect(read("update", { errors: [error], data: null })).toMatchObject({
      refusal: { reason: "conflict", code: "409" },
    });
    const coded = { ...error, extensions: { ...error.extensions, code: "LATE" } };
    expect(read("update", { errors: [coded], data: null })).toMatchObject({
      refusal: { reason: "conflict", code: "LATE" },
    });
  });

  it("lets the first matcher decide", () => {
    const errors = [{ message: "forbidden", extensions: { code: "BAD_USER_INPUT" } }];
    expect(read("create", { errors })).toMatchObject({ refusal: { reason: "invalid" } });
  });

  it("uses the next error if the first one is unknown", () => {
    const errors = [{ message: "odd" }, { message: "forbidden" }];
    expect(read("create", { errors })).toMatchObject({
      refusal: { reason: "forbidden", message: "forbidden" },
    });
  });

  it("contains the message of the error", () => {
    const extensions = {
      code: "BAD_USER_INPUT",
      current: "8",
      retryAfterSeconds: 3,
      causes: [{ field: "status.count", reason: "Low", message: "below 0" }, {}, "odd"],
    };
    expect(read("create", { errors: [{ message: "m", extensions }] })).toEqual({
      result: "refused",
      refusal: {
        reason: "invalid",
        code: "BAD_USER_INPUT",
        message: "m",
        currentResourceVersion: "8",
        retryAfterSeconds: 3,
        causes: [
          { field: "status.count", reason: "Low", message: "below 0" },
          { message: "no message" },
        ],
      },
    });
  });

  it("has the code and the causes of a list of faults without messages", () => {
    const causes = { list: "extensions.faults", field: "spot", reason: "kind", message: "" };
    const reader = readerFor("updateStatus");
    const errors = { ...reader.words.errors, code: "extensions.faults.kind", causes };
    const faults = [{ spot: "count", kind: "TOO_LOW" }];
    const error = { message: "wrong", extensions: { faults } };
    const body = JSON.stringify({ errors: [error], data: null });
    const data = parseWireText(body, undefined);
    const words = { ...reader.words, errors };
    const reply = readReply({ ...reader, words }, { status: 200, data });

    expect(reply).toMatchObject({
      refusal: {
        code: "TOO_LOW",
        causes: [{ field: "count", reason: "TOO_LOW", message: "wrong" }],
      },
    });
  });

  it("contains causes that are an object of fields", () => {
    const causes = { "status.count": "below 0", "status.phase": ["unknown", "too long"] };
    const extensions = { code: "BAD_USER_INPUT", causes };

    expect(read("create", { errors: [{ message: "m", extensions }] })).toMatchObject({
      refusal: {
        causes: [
          { field: "status.count", message: "below 0" },
          { field: "status.phase", message: "unknown" },
          { field: "status.phase", message: "too long" },
        ],
      },
    });
  });

  it("reads so much of a message as a person could", () => {
    const reply = JSON.stringify({ errors: [{ message: "no ".repeat(1_000_000) }] });

    expect(JSON.stringify(read("create", reply)).length).toBeLessThan(70_000);
  });

  it("is a refusal even with data next to the errors", () => {
    const body = {
      errors: [{ message: "forbidden" }],
      data: { createWidget: { object: widgetData } },
    };
    expect(read("create", body)).toMatchObject({ refusal: { reason: "forbidden" } });
  });

  it.each([
    { said: ["too large", "no integer"] },
    { said: { max: "too large", isInt: "no integer" } },
  ])("joins the messages of a cause: %j", ({ said }) => {
    const faults = [{ property: "count", said }];
    const body = { errors: [{ message: "m", extensions: { code: "BAD", faults } }] };
    const reader = readerFor("updateStatus");
    const causes = { list: "extensions.faults", field: "property", message: "said" };
    const words = { ...reader.words, errors: { ...reader.words.errors, causes } };
    const data = parseWireText(JSON.stringify(body), undefined);

    expect(readReply({ ...reader, words }, { status: 200, data })).toMatchObject({
      refusal: { causes: [{ field: "count", message: "too large; no integer" }] },
    });
  });

  it("has the current version in one of several details", () => {
    const details = [{ type: "RetryInfo" }, { current: "8" }];
    const body = { errors: [{ message: "m", extensions: { code: "STALE", details } }] };
    const reader = readerFor("updateStatus");
    const errors = { ...reader.words.errors, currentResourceVersion: "extensions.details.current" };
    const words = { ...reader.words, errors };
    const data = parseWireText(JSON.stringify(body), undefined);

    expect(readReply({ ...reader, words }, { status: 200, data })).toMatchObject({
      refusal: { currentResourceVersion: "8" },
    });
  });

  it("has the version inside the entity tag that the request would contain", () => {
    const { operation, ...reader } = readerFor("update");
    const tagged = { ...operation, arguments: { ifMatch: 'W/"${resourceVersion}"' } };
    const stale = { message: "m", extensions: { code: "STALE", current: 'W/"8"' } };
    const data = parseWireText(JSON.stringify({ errors: [stale] }), undefined);

    expect(readReply({ ...reader, operation: tagged }, { status: 200, data })).toMatchObject({
      refusal: { currentResourceVersion: "8" },
    });
  });

  it.each([
    { name: "a member of the payload", verb: "updateStatus", field: "updateWidgetStatus" },
    { name: "another verb's", verb: "update", field: "updateWidget" },
  ] as const)("is seen in $name", ({ verb, field }) => {
    const body = { data: { [field]: { object: null, conflict: { version: "8" } } } };
    expect(read(verb, body)).toMatchObject({
      refusal: { reason: "conflict", currentResourceVersion: "8" },
    });
  });

  it("is unclassified if the result has a type that no outcome names", () => {
    const stale = { __typename: "WidgetMoved", message: "It has moved.", tag: "8" };
    const usual = readerFor("update");
    const reader = { ...usual, operation: { ...usual.operation, result: "" } };
    const errors = { ...widgetDialect.errors, payload: { message: "message" } };
    const words = { ...widgetDialect, errors };
    const data = parseWireText(
      JSON.stringify({ data: { [reader.operation.field]: stale } }),
      undefined,
    );

    expect(readReply({ ...reader, words }, { status: 200, data })).toEqual({
      result: "refused",
      refusal: {
        reason: "unclassified",
        code: "WidgetMoved",
        message: "It has moved.",
        causes: [],
      },
    });
  });

  it("has the type of the result as its code if reasons with the same type differ by message", () => {
    const usual = readerFor("update");
    const reader = { ...usual, operation: { ...usual.operation, result: "" } };
    const denied = { __typename: "Denied", message: "you may not change this" };
    const words = {
      ...widgetDialect,
      outcomes: [
        { reason: "conflict", payload: { path: "__typename", value: "WidgetMoved" } },
        { reason: "forbidden", message: "may not", payload: { path: "message" } },
      ] as const,
    };
    const data = parseWireText(
      JSON.stringify({ data: { [reader.operation.field]: denied } }),
      undefined,
    );

    expect(readReply({ ...reader, words }, { status: 200, data })).toMatchObject({
      refusal: { reason: "forbidden", code: "Denied" },
    });
  });

  it("is no refusal if an object of the kind cannot be read", () => {
    const usual = readerFor("update");
    const reader = { ...usual, operation: { ...usual.operation, result: "" } };
    const broken = { [usual.operation.field]: { __typename: "Widget", spec: {} } };
    const data = parseWireText(JSON.stringify({ data: broken }), undefined);

    expect(readReply(reader, { status: 200, data })).toMatchObject({ result: "unintelligible" });
  });

  describe("in a list of the payload", () => {
    const stale = { code: "STALE", message: "too late", path: "version", current: "8" };
    const reader = readerFor("updateStatus");
    const reported: ReplyReader = {
      ...reader,
      words: {
        ...reader.words,
        outcomes: [
          {
            reason: "conflict",
            payload: {
              path: "userErrors.code",
              value: "STALE",
              currentResourceVersion: "userErrors.current",
            },
          },
          { reason: "invalid", payload: { path: "userErrors" } },
        ],
        errors: {
          ...reader.words.errors,
          payload: {
            message: "userErrors.message",
            causes: { list: "userErrors", field: "path", message: "message" },
          },
        },
      },
    };
    const readWith = (userErrors: JsonValue, object: JsonValue, by = reported): unknown => {
      const body = { data: { updateWidgetStatus: { object, userErrors } } };
      return readReply(by, {
        status: 200,
        data: parseWireText(JSON.stringify(body), undefined),
      });
    };

    it("is reported by any entry, with its text", () => {
      expect(readWith([{ code: "OTHER" }, stale], null)).toMatchObject({
        refusal: {
          reason: "conflict",
          message: "too late",
          currentResourceVersion: "8",
          causes: [{}, { field: "version", message: "too late" }],
        },
      });
    });

    it("is there with any entry, and not in a list of none", () => {
      expect(readWith([{ code: "ODD" }], null)).toMatchObject({
        refusal: { reason: "invalid", code: "userErrors" },
      });
      expect(readWith([], widgetData)).toMatchObject({ result: "object" });
    });

    it("is a refusal even if no matcher recognizes it", () => {
      const unknown = { ...reported, words: { ...reported.words, outcomes: [] } };
      expect(readWith([{ code: "ODD", message: "not so" }], null, unknown)).toMatchObject({
        refusal: { reason: "unclassified", message: "not so" },
      });
      expect(readWith([], null, unknown)).toMatchObject({ result: "unintelligible" });
    });
  });

  it.each([{ shop: { widget: null } }, { shop: null }])("is seen in the null of %j", (data) => {
    expect(read("read", { data })).toMatchObject({ refusal: { reason: "notFound" } });
  });

  it.each([
    { status: 401, text: "who are you?", reason: "unauthenticated" },
    { status: 429, text: "", reason: "rateLimited" },
    { status: 418, text: "<html>", reason: "unclassified" },
    { status: 403, text: "<html>", reason: "forbidden" },
    { status: 400, text: "this is forbidden", reason: "forbidden" },
    { status: 401, text: '{"errors":"no"}', reason: "unauthenticated" },
    { status: 401, text: '{"data":{}}', reason: "unauthenticated" },
  ])("is seen in HTTP $status with $text", ({ status, text, reason }) => {
    expect(read("create", text, status)).toMatchObject({ result: "refused", refusal: { reason } });
  });

  it("is a rate limit with HTTP 403 if the body says so", () => {
    const data = parseWireText('{"message":"API rate limit exceeded for 1.2.3.4"}', undefined);
    const reply = { status: 403, exhausted: { resetSeconds: 9 }, data };

    expect(readReply(readerFor("read"), reply)).toMatchObject({
      refusal: { reason: "rateLimited", retryAfterSeconds: 9 },
    });
  });

  it("reads the delay from the header if no error states it", () => {
    const reply = { status: 429, retryAfterSeconds: 7, data: parseWireText("", undefined) };
    expect(readReply(readerFor("create"), reply)).toMatchObject({
      refusal: { retryAfterSeconds: 7 },
    });
  });
});
