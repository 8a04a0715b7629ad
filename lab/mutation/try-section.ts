import { Stryker } from "@stryker-mutator/core";
import type { MutantResult, PartialStrykerOptions } from "@stryker-mutator/api/core";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readableChange } from "./change.ts";
import type { Span } from "./change.ts";
import type { Sample } from "./sample.ts";
import type { Section } from "./sections.ts";
import type { TriedMutant } from "./mutation-score.ts";

export interface Trial {
  readonly sample: Sample;
  readonly concurrency: number;
  readonly plugin: string;
}

export async function trySection(section: Section, trial: Trial): Promise<readonly TriedMutant[]> {
  const tempDirName = mkdtempSync(join(tmpdir(), "mutation-"));
  process.env["MUTATION_TESTS"] = section.tests.join(",");
  try {
    const mutants = await new Stryker({
      ...optionsOf(section, trial),
      tempDirName,
    }).runMutationTest();
    return mutants.map(triedMutant);
  } finally {
    rmSync(tempDirName, { recursive: true, force: true });
  }
}

function optionsOf(
  section: Section,
  { sample, concurrency, plugin }: Trial,
): PartialStrykerOptions {
  const options: PartialStrykerOptions & { readonly sample: Sample } = {
    testRunner: "vitest",
    plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner")), plugin],
    checkers: ["sample", "compile"],
    ignorers: section.isOfChecks === true ? ["not-judging"] : [],
    // The checker compiles the mutants, so Stryker need not change the compiler settings.
    tsconfigFile: "none",
    mutate: [...section.sources],
    vitest: { related: false, configFile: "lab/mutation/vitest.config.ts" },
    coverageAnalysis: "perTest",
    concurrency,
    reporters: ["progress-append-only"],
    ignorePatterns: ["dist", "docs", "bench", "conformance-results"],
    // The timeout is long, so that tests do not exceed it on a busy machine. Mutants with infinite loops are detected
    // by their hit count.
    timeoutMS: 60_000,
    allowConsoleColors: false,
    warnings: false,
    sample,
  };
  return options;
}

function triedMutant(mutant: MutantResult): TriedMutant {
  const { fileName, location, replacement, status, statusReason } = mutant;
  const text = readFileSync(fileName, "utf8");
  return {
    file: relative(process.cwd(), fileName),
    line: location.start.line,
    ...readableChange(text, { location: fromZero(location), replacement }),
    status,
    reason: statusReason,
  };
}

/** Converts a position. Lines and columns are counted from 1 in results, and from 0 in checkers. */
function fromZero({ start, end }: Span): Span {
  return {
    start: { line: start.line - 1, column: start.column - 1 },
    end: { line: end.line - 1, column: end.column - 1 },
  };
}
