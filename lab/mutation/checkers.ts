import { CheckStatus } from "@stryker-mutator/api/check";
import type { Checker, CheckResult } from "@stryker-mutator/api/check";
import type { Mutant, StrykerOptions } from "@stryker-mutator/api/core";
import {
  declareFactoryPlugin,
  declareValuePlugin,
  PluginKind,
  tokens,
} from "@stryker-mutator/api/plugin";
import { relative } from "node:path";
import { compileErrors } from "./compile-errors.ts";
import { notJudging } from "./not-judging.ts";
import { isInSample, leftOut } from "./sample.ts";
import type { Sample } from "./sample.ts";

/** A name that depends only on the mutant, so that a sample does not change when other files change. */
function nameOf({ fileName, location, mutatorName, replacement }: Mutant): string {
  const { start, end } = location;
  const place = [start.line, start.column, end.line, end.column].join(":");
  return [relative(process.cwd(), fileName), place, mutatorName, replacement].join("\n");
}

function sampler(options: StrykerOptions): Checker {
  const sample = sampleIn(options["sample"]);
  return together((mutants) =>
    mutants.flatMap((mutant) => (isInSample(nameOf(mutant), sample) ? [] : [[mutant.id, leftOut]])),
  );
}
sampler.inject = tokens("options");

/** Accepts only mutants that compile. The others cannot be committed, so tests need not detect them. */
function compiler(): Checker {
  return together((mutants) => compileErrors(mutants, process.cwd()));
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, "sample", sampler),
  declareFactoryPlugin(PluginKind.Checker, "compile", compiler),
  declareValuePlugin(PluginKind.Ignore, "not-judging", { shouldIgnore: notJudging }),
];

/** Creates a checker that handles all mutants in one call. The call returns the reason for each rejected mutant. */
function together(
  failuresOf: (mutants: readonly Mutant[]) => Iterable<readonly string[]>,
): Checker {
  return {
    init: () => Promise.resolve(),
    group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
    check: (mutants) => {
      const failures = new Map([...failuresOf(mutants)].map(([id, reason]) => [id, reason]));
      const result = ({ id }: Mutant): CheckResult => {
        const reason = failures.get(id);
        if (reason === undefined) return { status: CheckStatus.Passed };
        return { status: CheckStatus.CompileError, reason };
      };
      return Promise.resolve(Object.fromEntries(mutants.map((one) => [one.id, result(one)])));
    },
  };
}

function sampleIn(option: unknown): Sample {
  const { percent, seed }: Partial<Sample> =
    typeof option === "object" && option !== null ? option : {};
  return { percent: percent ?? 100, seed: seed ?? "" };
}
