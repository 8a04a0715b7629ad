import { parsePath, usualBudget } from "#harness";
import type { ProofBudget, Replay } from "#harness";
import { UsageError } from "../process/program-errors.ts";
import { parseDuration, parseWhole } from "./option-values.ts";

export interface BudgetArguments {
  readonly runs?: string;
  readonly budget?: string;
  readonly stress?: string;
  readonly replay?: string;
}

const mostRuns = { least: 1, most: 1_000_000 } as const;

/** Bounds of durations in milliseconds: 100 ms to one day. */
const durations = { least: 100, most: 86_400_000 } as const;

/** Parses the options of the budget. Returns an empty object if none is set; then the usual budget applies. */
export function budgetOf(typed: BudgetArguments): { readonly proofBudget?: ProofBudget } {
  const { runs, budget, stress, replay } = typed;
  if ([runs, budget, stress, replay].every((option) => option === undefined)) return {};
  if (runs !== undefined && budget !== undefined) {
    throw new UsageError("--runs and --budget are mutually exclusive", {
      fix: "Limit either the number of sequences or the time.",
    });
  }
  if (replay !== undefined && budget !== undefined) {
    throw new UsageError("--replay and --budget are mutually exclusive", {
      fix: "Remove --budget: a replay runs a single path.",
    });
  }
  return {
    proofBudget: {
      ...usualBudget,
      ...(runs === undefined ? {} : { runs: parseWhole("--runs", runs, mostRuns) }),
      ...(budget === undefined ? {} : { budgetMs: parseDuration("--budget", budget, durations) }),
      ...(stress === undefined ? {} : { stressMs: parseDuration("--stress", stress, durations) }),
      ...(replay === undefined ? {} : { replay: parseReplay(replay) }),
    },
  };
}

/**
 * Parses `properties/command-sequences#Service:3:0:1`: the case, then the path after the first colon that only numbers
 * and colons follow.
 */
function parseReplay(text: string): Replay {
  const { check, path } = /^(?<check>.+?):(?<path>\d+(?::\d+)*)$/u.exec(text)?.groups ?? {};
  if (check !== undefined && path !== undefined && parsePath(path) !== undefined) {
    return { check, path };
  }
  throw new UsageError(`invalid value for --replay: "${text}"`, {
    fix: "Copy it from the report: the case name and numbers, separated by colons.",
  });
}

export function budgetWords(proofBudget: ProofBudget | undefined): readonly string[] {
  if (proofBudget === undefined) return [];
  const { runs, budgetMs, stressMs } = proofBudget;
  return [
    ...(runs === usualBudget.runs ? [] : ["--runs", String(runs)]),
    ...(budgetMs === undefined ? [] : ["--budget", `${budgetMs}ms`]),
    ...(stressMs === undefined ? [] : ["--stress", `${stressMs}ms`]),
  ];
}
