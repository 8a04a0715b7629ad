import { describe, expect, it } from "vitest";
import type { JsonValue, Outcome } from "#contract";
import { readReply } from "./replies/outcome.ts";
import type { ReplyReader } from "./replies/outcome.ts";
import { read, readerFor, readObject } from "./testing/replies.ts";
import { widgetData } from "./testing/widget-dialect.ts";
import { parseWireText } from "../wire/http/wire-data.ts";

function replyWith(value: JsonValue): Outcome {
  return readReply(readerFor("delete"), { data: { kind: "json", value } });
}

describe("readReply, by the status of the response", () => {
  const good = { data: { deleteWidget: true } };

  it.each([
    { status: 299, body: good, result: "done" },
    { status: 300, body: good, result: "unintelligible" },
    { status: 399, body: good, result: "unintelligible" },
    { status: 400, body: good, result: "refused" },
    { status: 499, body: {}, result: "refused" },
    { status: 500, body: {}, result: "unintelligible" },
  ])("is $result with $status", ({ status, body, result }) => {
    expect(read("delete", body, status).result).toBe(result);
  });

  it("needs no status, and then states nothing about one", () => {
    expect(replyWith(good)).toEqual({ result: "done" });
    expect(replyWith({})).toEqual({
      result: "unintelligible",
      detail: "JSON that is neither a result nor a list of errors",
    });
  });

  it("quotes the beginning of a response that is no JSON", () => {
    const outcome = read("delete", "x".repeat(300), 502);

    expect(outcome).toHaveProperty(
      "detail",
      `HTTP 502 with a body that is not JSON: "${"x".repeat(200)}"`,
    );
  });

  it("is rejected by a status that the dialect names, and by no other", () => {
    const reader = readerFor("delete");
    const outcomes = [{ reason: "internal", http: 503 }] as const;
    const named = { ...reader, words: { ...reader.words, outcomes } };
    const data = parseWireText("later", undefined);

    expect(readReply(named, { status: 503, data })).toMatchObject({
      result: "refused",
      refusal: { reason: "internal" },
    });
    expect(readReply(named, { status: 501, data }).result).toBe("unintelligible");
  });

  it("states so if an error has no message", () => {
    expect(read("delete", { errors: [{}] })).toMatchObject({
      result: "refused",
      refusal: { message: "an error without a message" },
    });
  });

  it("states the response if a refusal has no error", () => {
    expect(read("delete", { data: null }, 409)).toMatchObject({
      refusal: { message: "HTTP 409 with JSON that is neither a result nor a list of errors" },
    });
  });
});

describe("readReply, with warnings", () => {
  const reader = readerFor("create");
  const warnings = { list: "extensions.warnings", message: "text" };
  const warned = { ...reader, words: { ...reader.words, warnings } };

  function outcomeWith(list: JsonValue | undefined, of: ReplyReader = warned): Outcome {
    const extensions = list === undefined ? {} : { warnings: list };
    const value = { data: { createWidget: { object: widgetData } }, extensions };
    return readReply(of, { status: 200, data: { kind: "json", value } });
  }

  it("reports each, even one without a text", () => {
    expect(outcomeWith([{ text: "unknown member" }, {}, { text: 7 }])).toEqual({
      result: "object",
      object: readObject,
      warnings: ["unknown member", "no message", "no message"],
    });
  });

  it.each<{ what: string; list: JsonValue | undefined }>([
    { what: "none", list: undefined },
    { what: "an empty list", list: [] },
    { what: "no list", list: "warned" },
  ])("tells nothing of $what", ({ list }) => {
    expect(outcomeWith(list)).toStrictEqual({ result: "object", object: readObject });
  });

  it("reports nothing if the dialect does not state their place", () => {
    expect(outcomeWith([{ text: "unknown member" }], reader)).not.toHaveProperty("warnings");
  });

  it("has none next to a value that is no object", () => {
    const value = { data: { createWidget: { object: 7 } }, extensions: { warnings: [{}] } };

    expect(readReply(warned, { data: { kind: "json", value } })).toEqual({
      result: "unintelligible",
      detail: "expected an object, not a number",
    });
  });
});
