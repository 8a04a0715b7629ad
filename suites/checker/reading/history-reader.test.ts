import { describe, expect, it } from "vitest";
import { checkHistory } from "../verdict/check-history.ts";
import { HistoryBuilder } from "./history-builder.ts";
import { HistoryError } from "./history-error.ts";
import { HistoryReader, parseHistory } from "./history-reader.ts";

const header = `{"history":1,"versions":"opaque"}`;
const read = `{"op":"read","object":"a","client":"c","invoke":1,"return":2,"outcome":"ok","version":"v"}`;

function errorOf(text: string): string {
  try {
    parseHistory(text);
  } catch (error) {
    if (error instanceof HistoryError) return error.message;
    throw error;
  }
  return "read without complaint";
}

function operation(members: string): string {
  return `${header}\n{"object":"a","client":"c",${members}}`;
}

describe("an invalid file is rejected with its line number", () => {
  it.each([
    ["nothing", "", "line 1: the file is empty; a history starts with its header"],
    ["blank lines", "\n \n", "line 1: the file is empty; a history starts with its header"],
    ["no header", read, `line 1: expected the header {"history":1,"versions":…} first`],
    ["another format", `{"history":2}`, "line 1: unknown format 2; the supported format is 1"],
    [
      "no order of versions",
      `{"history":1}`,
      `line 1: "versions" must be "comparable" or "opaque", but it is missing`,
    ],
    ["two headers", `${header}\n${header}`, "line 2: a history has only one header"],
    ["no JSON", `${header}\n\nhello`, "line 3: not valid JSON; the line may be truncated"],
    [
      "half a line",
      `${header}\n${read.slice(0, 40)}`,
      "line 2: not valid JSON; the line may be truncated",
    ],
    ["a list", `${header}\n[1]`, "line 2: expected a JSON object, not a list"],
    ["null", `${header}\nnull`, "line 2: expected a JSON object, not null"],
    [
      "deep nesting",
      `${header}\n${"[".repeat(200_000)}`,
      "line 2: not valid JSON; the line may be truncated",
    ],
    [
      "another thing",
      `${header}\n{"thing":1}`,
      `line 2: expected one of the properties "op", "watch" or "initial"`,
    ],
    [
      "an unknown operation",
      operation(`"op":"patch"`),
      `line 2: "op" must be one of "read", "cas", "put", "create", "delete", not "patch"`,
    ],
    [
      "an outcome that does not fit",
      operation(`"op":"read","outcome":"exists"`),
      `line 2: "outcome" of a read must be one of "ok", "not-found", "failed", "unknown", not "exists"`,
    ],
    [
      "no return",
      operation(`"op":"read","outcome":"ok","version":"v","invoke":1`),
      `line 2: the property "return" is missing`,
    ],
    [
      "a return of an unknown outcome",
      operation(`"op":"put","outcome":"unknown","invoke":1,"return":2`),
      `line 2: an operation with the outcome "unknown" cannot have a "return"`,
    ],
    [
      "a return before its invocation",
      operation(`"op":"read","outcome":"ok","version":"v","invoke":2,"return":1`),
      `line 2: "return" 1 is before "invoke" 2`,
    ],
    [
      "a time that is no number",
      operation(`"op":"read","outcome":"ok","version":"v","invoke":"1","return":2`),
      `line 2: "invoke" must be a number, not "1"`,
    ],
    [
      "a time out of range",
      operation(`"op":"read","outcome":"ok","version":"v","invoke":1e999,"return":2`),
      `line 2: "invoke" must be a number, not a number that is too large`,
    ],
    [
      "a conditional write without a condition",
      operation(`"op":"cas","outcome":"conflict","invoke":1,"return":2`),
      `line 2: the property "precondition" is missing`,
    ],
    [
      "a write without a version",
      operation(`"op":"put","outcome":"ok","invoke":1,"return":2`),
      `line 2: the property "version" is missing`,
    ],
    [
      "a text that is none",
      operation(`"op":"put","outcome":"ok","invoke":1,"return":2,"version":7`),
      `line 2: "version" must be a string, not 7`,
    ],
    [
      "two initial states",
      `${header}\n{"initial":"a","version":"1"}\n{"initial":"a","version":"1"}`,
      "line 3: a already has an initial state at line 2",
    ],
    [
      "a comparable version that is no number",
      `{"history":1,"versions":"comparable"}\n{"initial":"a","version":"07"}`,
      `line 2: comparable versions must be decimal numbers: "07" is not a decimal number`,
    ],
    [
      "an event on a watch that was never opened",
      `${header}\n{"watch":"w","event":"MODIFIED","object":"a","version":"v","time":3}`,
      "line 2: MODIFIED on the watch w, which was never opened",
    ],
    [
      "an event on a watch that had ended",
      `${header}\n{"watch":"w","event":"open","time":1}\n{"watch":"w","event":"expired","time":2}\n{"watch":"w","event":"BOOKMARK","version":"v","time":3}`,
      "line 4: BOOKMARK on the watch w, which had ended",
    ],
    [
      "a text that is too long",
      `${header}\n{"initial":"a","version":"${"1".repeat(70_000)}"}`,
      `line 2: "version" is longer than 65536 characters`,
    ],
    [
      "a member that stands twice",
      operation(`"op":"read","outcome":"ok","outcome":"failed"`),
      `line 2: duplicate property "outcome"`,
    ],
    [
      "a member that stands twice, once in disguise",
      operation(`"op":"read","o\\u0070" :"cas"`),
      `line 2: duplicate property "op"`,
    ],
    [
      "a member that stands twice behind texts and lists with names in them",
      operation(`"x":{"op":1,"op":2},"y":[{"op":3}],"z":"\\"op\\":","op":"read","op":"read"`),
      `line 2: duplicate property "op"`,
    ],
    [
      "a header that says two things",
      `{"history":1,"versions":"opaque","versions":"comparable"}`,
      `line 1: duplicate property "versions"`,
    ],
    [
      "a line that is too long",
      `${header}\n{"initial":"a","version":"${"1".repeat(1_100_000)}"}`,
      "line 2: longer than 1048576 characters",
    ],
  ])("%s", (_, text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  it("does not wait for the end of a line that never ends", () => {
    const reader = new HistoryReader();
    reader.push(`${header}\n`);

    expect(() => {
      for (let i = 0; i < 100; i += 1) reader.push("x".repeat(100_000));
    }).toThrow("line 2: longer than 1048576 characters");
  });

  it("stops at the permitted number of operations", () => {
    const reader = new HistoryReader({ mostOperations: 2 });
    reader.push(`${header}\n${read}\n${read}\n`);

    expect(() => reader.push(`${read}\n`)).toThrow(
      "line 4: more than 2 operations; split the history by object",
    );
  });
});

describe("a valid file", () => {
  it.each([1, 2, 7, 1000])("gives the same result in chunks of %i characters", (size) => {
    const text = [
      `\uFEFF${header}`,
      `{"initial":"a","version":"v","uid":"ü1","value":"h0"}`,
      "",
      `${read}\r`,
      `{"watch":"w","event":"open","after":"v","time":2,"object":"a"}`,
      `{"watch":"w","event":"close","time":3,"ignored":{"deep":[1]}}`,
    ].join("\n");
    const reader = new HistoryReader();
    for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
    const history = reader.end();

    expect(history).toEqual(parseHistory(text));
    expect(history.operations.line).toEqual(Int32Array.of(4));
    expect(history.texts).toMatchObject({ objects: ["a"], uids: ["ü1"], watches: ["w"] });
  });

  it("may have its lines in any order after the header", () => {
    const { verdict } = checkHistory(
      parseHistory(`${header}\n${read}\n{"initial":"a","version":"v"}`),
    );

    expect(verdict).toBe("legal");
  });

  it("may have names in ignored parts, and names in strings", () => {
    const odd = `"more":{"op":1,"op":2},"list":[{"op":3}],"uid":"\\"op\\": "`;
    const line = `{"op" : "read","object":"a","client":"c","invoke":1,"return":2,"outcome":"ok","version":"v",${odd}}`;
    const { texts } = parseHistory(`${header}\n${line}`);

    expect(texts.uids).toEqual([`"op": `]);
  });

  it("may contain no operations", () => {
    expect(checkHistory(parseHistory(header))).toEqual({
      verdict: "legal",
      operations: 0,
      events: 0,
      anomalies: [],
      open: [],
    });
  });

  it("accepts a recorder's operations directly, without text", () => {
    const builder = new HistoryBuilder("opaque");
    builder.add({ kind: "initial", object: "a", version: "v" }, 1);
    const line = { kind: "operation", operation: "read", object: "a", client: "c" } as const;
    builder.add({ ...line, invoke: 1, return: 2, outcome: "ok", version: "v" }, 2);

    expect(checkHistory(builder.finish()).verdict).toBe("legal");
  });
});
