import { describe, expect, it } from "vitest";
import { describeError, UsageError } from "./program-errors.ts";

const cause = new Error("the root of it");
const usage = new UsageError("the folder is gone", { fix: "Name another one.", cause });

describe("describeError", () => {
  it("names cause and fix, without a stack trace", () => {
    expect(describeError(usage, { isVerbose: false })).toBe(
      "error: the folder is gone\nhelp:  Name another one.\n",
    );
  });

  it("shows the stack traces of all causes on request", () => {
    const text = describeError(usage, { isVerbose: true });
    expect(text).toContain("UsageError: the folder is gone\n    at ");
    expect(text).toContain("caused by Error: the root of it\n    at ");
  });

  it("names the type of an unexpected error, and how to see more", () => {
    expect(describeError(new TypeError("oops"), { isVerbose: false })).toBe(
      "error: TypeError: oops\nhelp:  Run again with --verbose for the stack trace.\n",
    );
    expect(describeError("a string", { isVerbose: false })).toContain("error: a string\n");
  });

  it("makes terminal control characters visible", () => {
    const error = new UsageError("\u001B[31mred\u202E", { fix: "\u0007" });
    expect(describeError(error, { isVerbose: false })).toBe(
      "error: \\u{1b}[31mred\\u{202e}\nhelp:  \\u{7}\n",
    );
  });

  it("wraps at the width of a terminal, with the text in one column", () => {
    const long = new UsageError(["the file is invalid:", "  kinds: expected a list of mappings"], {
      fix: "Correct the file, then run the command again.",
    });
    expect(describeError(long, { isVerbose: false, width: 30 })).toBe(
      [
        "error: the file is invalid:",
        "  kinds: expected a list of",
        "    mappings",
        "help:  Correct the file, then",
        "       run the command again.",
        "",
      ].join("\n"),
    );
  });

  it("does not break words that are longer than a line", () => {
    const address = "http://127.0.0.1:4000/a/very/long/path";
    const long = new UsageError(`${address}: unknown host`, { fix: "x" });
    expect(describeError(long, { isVerbose: false, width: 30 })).toBe(
      `error: ${address}:\n       unknown host\nhelp:  x\n`,
    );
  });

  it("terminates if causes are cyclic", () => {
    const circle = new Error("round");
    circle.cause = circle;
    expect(describeError(circle, { isVerbose: true }).split("caused by")).toHaveLength(8);
  });
});
