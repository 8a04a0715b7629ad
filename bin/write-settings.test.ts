import { describe, expect, it } from "vitest";
import { UsageError } from "./errors.ts";
import { writesOf, writeWords } from "./write-settings.ts";

describe("how much may be written", () => {
  it.each([
    [{}, {}, []],
    [{ readOnly: true }, { mostWrites: 0 }, ["--read-only"]],
    [{ writeBudget: "250" }, { mostWrites: 250 }, ["--write-budget", "250"]],
  ])("is understood and can be typed again: %j", (typed, settings, words) => {
    expect(writesOf(typed)).toEqual(settings);
    expect(writeWords(settings)).toEqual(words);
  });

  it.each([{ writeBudget: "0" }, { writeBudget: "-1" }, { writeBudget: "many" }])(
    "is refused where it is no number of writes: %j",
    (typed) => {
      expect(() => writesOf(typed)).toThrow(UsageError);
    },
  );

  it("is refused where it is said twice", () => {
    expect(() => writesOf({ readOnly: true, writeBudget: "5" })).toThrow(
      "--read-only and --write-budget exclude each other",
    );
  });
});
