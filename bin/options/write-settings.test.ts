import { describe, expect, it } from "vitest";
import { UsageError } from "../process/program-errors.ts";
import { namePrefixOf, writesOf, writeWords } from "./write-settings.ts";

describe("how much may be written", () => {
  it.each([
    [{}, {}, []],
    [{ readOnly: true }, { mostWrites: 0 }, ["--read-only"]],
    [{ writeBudget: "250" }, { mostWrites: 250 }, ["--write-budget", "250"]],
    [{ writeBudget: "0" }, { mostWrites: 0 }, ["--read-only"]],
  ])("is understood and can be typed again: %j", (typed, settings, args) => {
    expect(writesOf(typed)).toEqual(settings);
    expect(writeWords(settings)).toEqual(args);
  });

  it.each([{ writeBudget: "1.5" }, { writeBudget: "-1" }, { writeBudget: "many" }])(
    "is rejected where it is no number of writes: %j",
    (typed) => {
      expect(() => writesOf(typed)).toThrow(UsageError);
    },
  );

  it.each(["", "7up-", "Ci-", "ci_", "a".repeat(21)])(
    "is rejected where no name can begin so: %j",
    (namePrefix) => {
      expect(() => namePrefixOf({ namePrefix })).toThrow("invalid value for --name-prefix");
    },
  );

  it("names a prefix that can be typed again", () => {
    expect(writeWords(namePrefixOf({ namePrefix: "ci-7" }))).toEqual(["--name-prefix", "ci-7"]);
    expect(namePrefixOf({})).toEqual({});
  });

  it("is rejected if it is given twice", () => {
    expect(() => writesOf({ readOnly: true, writeBudget: "5" })).toThrow(
      "--read-only and --write-budget are mutually exclusive",
    );
  });
});
