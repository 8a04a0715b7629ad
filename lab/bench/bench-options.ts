import type { Command, OutputConfiguration } from "commander";
import { npmScript } from "../npm-script.ts";
import type { Section } from "./section.ts";
import { readSectionOptions, sectionArguments } from "./section-options.ts";

export interface BenchOptions {
  readonly names: readonly string[];
  /** A short run with small sizes, which only verifies that every section works. Its figures are not meaningful. */
  readonly isSmoke: boolean;
  readonly isWritten: boolean;
  readonly json?: string;
  /** A file of figures, or a commit, to compare with. */
  readonly compare?: string;
  /** Files to merge instead of measuring. Absent for a measurement. */
  readonly merged?: readonly string[];
  readonly words: readonly string[];
}

interface Typed {
  readonly smoke?: true;
  readonly only?: string;
  readonly write?: true;
  readonly json?: string;
  readonly compare?: string;
  readonly merge?: true;
  readonly runs?: string;
  readonly names?: string;
  readonly shard?: string;
}

/**
 * Parses a command line.
 *
 * @throws CommanderError after writing the message to `output`. Its exit code is 0 if help was requested, and 2 for
 * invalid options.
 */
export function readBenchOptions(
  words: readonly string[],
  sections: Readonly<Record<string, Section>>,
  output: Required<Pick<OutputConfiguration, "writeOut" | "writeErr">>,
): BenchOptions {
  const program = defineBench(sections).configureOutput(output);
  program.parse([...words], { from: "user" });
  const typed = program.opts<Typed>();
  const problem = problemOf(typed, { files: program.args, sections });
  if (problem !== undefined) return program.error(`error: ${problem}`);
  const { only, json, compare, runs, names, shard } = typed;
  const options = { runs, names, shard };
  return {
    names: only?.split(",") ?? usualOf(sections),
    isSmoke: typed.smoke === true,
    isWritten: typed.write === true,
    ...(json === undefined ? {} : { json }),
    ...(compare === undefined ? {} : { compare }),
    ...(typed.merge === true ? { merged: program.args } : {}),
    words: [typed.smoke === true ? "smoke" : "full", ...sectionArguments(options)],
  };
}

function defineBench(sections: Readonly<Record<string, Section>>): Command {
  const long = Object.keys(sections).filter((name) => sections[name]?.isLong === true);
  return npmScript("bench", "Measure, and print a table of figures and goals.")
    .argument("[files...]", "with --merge: files written by --json")
    .option("--smoke", "run a small, quick benchmark that only shows that everything works")
    .option("--only <sections>", "measure only these sections, separated by commas")
    .option("--write", "write the tables to docs/performance.md")
    .option("--json <file>", "write the figures to a file")
    .option(
      "--compare <base>",
      "compare the figures with a file written by --json, or with a commit",
    )
    .option("--merge", "merge files written by --json instead of measuring")
    .option("--runs <n>", "number of runs per fault, in sections with many faults")
    .option("--names <faults>", "measure only these faults, separated by commas")
    .option("--shard <i/n>", "measure every nth fault, starting with the ith")
    .addHelpText(
      "after",
      [
        "",
        `Sections: ${usualOf(sections).join(", ")}.`,
        `Only on request: ${long.join(", ")}.`,
        "The exit code is 1 if a figure has become worse or cannot be measured.",
      ].join("\n"),
    );
}

/** Returns the sections to measure by default: all except the long ones. */
function usualOf(sections: Readonly<Record<string, Section>>): readonly string[] {
  return Object.keys(sections).filter((name) => sections[name]?.isLong !== true);
}

function problemOf(
  { smoke, only, compare, merge, runs, names, shard }: Typed,
  {
    files,
    sections,
  }: {
    readonly files: readonly string[];
    readonly sections: Readonly<Record<string, Section>>;
  },
): string | undefined {
  const measuring = [smoke, only, compare, runs, names, shard];
  if (merge === true) {
    if (measuring.some((option) => option !== undefined)) {
      return "--merge measures nothing: use it only with --write and --json";
    }
    return files.length === 0 ? "--merge needs files to merge" : undefined;
  }
  if (files.length > 0) return `${files.join(", ")}: files are only valid with --merge`;
  const unknown = only?.split(",").filter((name) => !Object.hasOwn(sections, name)) ?? [];
  if (unknown.length > 0) {
    const known = Object.keys(sections).join(", ");
    return `there is no section ${unknown.join(", ")}; the sections are ${known}`;
  }
  return problemOfRequests({ runs, names, shard });
}

function problemOfRequests(typed: Parameters<typeof readSectionOptions>[0]): string | undefined {
  try {
    readSectionOptions(typed);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
