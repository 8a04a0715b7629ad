import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { readStrangersOptions } from "./strangers-options.ts";

function refusalOf(...words: readonly string[]): {
  readonly exitCode: number;
  readonly output: string;
} {
  const output: string[] = [];
  try {
    readStrangersOptions(words, {
      writeOut: (text) => output.push(text),
      writeErr: (text) => output.push(text),
    });
  } catch (error) {
    if (error instanceof CommanderError)
      return { exitCode: error.exitCode, output: output.join("") };
  }
  throw new Error("the options were accepted");
}

describe("strangers options", () => {
  const output = { writeOut: () => {}, writeErr: () => {} };

  it("select twenty seeds by default", () => {
    expect(readStrangersOptions([], output)).toEqual({
      first: 1,
      count: 20,
      runBy: "nothing",
      faults: 0,
      isVerbose: false,
    });
  });

  it("run with the derived dialect if faults are planted", () => {
    expect(readStrangersOptions(["--faults", "2"], output)).toMatchObject({
      faults: 2,
      runBy: "written",
    });
  });

  it("run with the derived dialect if one fault is planted", () => {
    expect(readStrangersOptions(["--fault", "event-duplicated"], output)).toMatchObject({
      fault: "event-duplicated",
      runBy: "written",
    });
  });

  it("select seeds, runs and a folder", () => {
    const words = ["--seed", "95000", "--count", "3", "--run", "--keep", "kept", "--verbose"];

    expect(readStrangersOptions(words, output)).toEqual({
      first: 95_000,
      count: 3,
      runBy: "written",
      faults: 0,
      isVerbose: true,
      keep: "kept",
    });
    expect(readStrangersOptions(["--truth", "--run"], output).runBy).toBe("truth");
  });

  it.each([
    { words: ["--help"], exitCode: 0, says: "Usage: npm run test:strangers --" },
    { words: ["--seeds", "3"], exitCode: 2, says: "unknown option '--seeds'" },
    { words: ["--count", "many"], exitCode: 2, says: "Use a whole number." },
    { words: ["--fault", "none"], exitCode: 2, says: "Use stale-version-accepted, " },
    { words: ["--run", "4"], exitCode: 2, says: "too many arguments" },
  ])("are explained: $words", ({ words, exitCode, says }) => {
    const refusal = refusalOf(...words);

    expect(refusal.exitCode).toBe(exitCode);
    expect(refusal.output).toContain(says);
  });
});
