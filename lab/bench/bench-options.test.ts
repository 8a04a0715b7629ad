import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { readBenchOptions } from "./bench-options.ts";
import type { BenchOptions } from "./bench-options.ts";
import type { Section } from "./section.ts";

const section: Section = { title: "A section", measure: async () => [] };
const sections = { suite: section, client: section, detection: { ...section, isLong: true } };

function read(...words: readonly string[]): BenchOptions {
  return readBenchOptions(words, sections, { writeOut: () => {}, writeErr: () => {} });
}

function refusalOf(...words: readonly string[]): {
  readonly exitCode: number;
  readonly output: string;
} {
  const output: string[] = [];
  try {
    readBenchOptions(words, sections, {
      writeOut: (text) => output.push(text),
      writeErr: (text) => output.push(text),
    });
  } catch (error) {
    if (error instanceof CommanderError)
      return { exitCode: error.exitCode, output: output.join("") };
  }
  throw new Error("the options were accepted");
}

describe("bench options", () => {
  it("select all sections by default, except the long ones", () => {
    expect(read()).toEqual({
      names: ["suite", "client"],
      isSmoke: false,
      isWritten: false,
      words: ["full"],
    });
  });

  it("select sections and pass options to them", () => {
    expect(
      read("--only", "detection,suite", "--smoke", "--runs", "5", "--shard", "1/2", "--write"),
    ).toEqual({
      names: ["detection", "suite"],
      isSmoke: true,
      isWritten: true,
      words: ["smoke", "--runs", "5", "--shard", "1/2"],
    });
    expect(read("--compare", "main", "--json", "a.json")).toMatchObject({
      compare: "main",
      json: "a.json",
    });
  });

  it("accept files to merge", () => {
    expect(read("--merge", "a.json", "b.json", "--write").merged).toEqual(["a.json", "b.json"]);
  });

  it.each([
    { words: ["--smok"], says: "unknown option '--smok'" },
    {
      words: ["--only", "suites"],
      says: "there is no section suites; the sections are suite, client",
    },
    { words: ["--only", "toString"], says: "there is no section toString" },
    { words: ["a.json"], says: "files are only valid with --merge" },
    { words: ["--merge"], says: "--merge needs files" },
    { words: ["--merge", "a.json", "--only", "suite"], says: "--merge measures nothing" },
    { words: ["--runs", "many"], says: "invalid value for --runs: many" },
    { words: ["--shard", "3/2"], says: "invalid value for --shard: 3/2" },
  ])("rejects $words with the reason", ({ words, says }) => {
    const { exitCode, output } = refusalOf(...words);

    expect(output).toContain(says);
    expect(exitCode).toBe(2);
  });

  it("prints help with the list of sections", () => {
    const { exitCode, output } = refusalOf("--help");

    expect(output).toContain("Sections: suite, client.\nOnly on request: detection.");
    expect(exitCode).toBe(0);
  });
});
