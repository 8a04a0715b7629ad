import { baseline, gap, line } from "./baseline-rows.ts";
import type { BaselineRow } from "./baseline-rows.ts";

/** Baselines for partial runs. An entry is only judged if all checks that can produce its findings ran. */
export const baselineSelections: readonly BaselineRow[] = [
  {
    name: "a fixed failure in a run that leaves another check out",
    lines: [line("pass"), line("pass", { requirement: gap, checks: ["watch/no-gap"] })],
    baseline: baseline(),
    run: { selection: { only: [], skip: ["watch/no-gap", "*#Bucket"] } },
    verdicts: ["pass", "pass"],
    problems: ["stale"],
  },
  {
    name: "a fixed failure in a run of its check alone",
    lines: [line("pass")],
    baseline: baseline(),
    run: { selection: { only: ["watch/ordered"], skip: [] } },
    verdicts: ["pass"],
    problems: ["stale"],
  },
  {
    name: "a fixed failure in a run of another requirement of its check",
    lines: [line("pass"), line("pass", { requirement: gap })],
    baseline: baseline(),
    run: { selection: { only: [gap], skip: [] } },
    verdicts: ["pass", "pass"],
    problems: ["stale"],
  },
  {
    name: "a failure whose kind was left out",
    lines: [line("pass")],
    baseline: baseline(),
    run: { selection: { only: [], skip: ["*#Service*"] } },
    verdicts: ["pass"],
    problems: [],
  },
  {
    name: "a failure of which one of two checks was left out",
    lines: [line("pass", { checks: ["watch/ordered", "histories/hot-objects"] })],
    baseline: baseline(),
    run: { selection: { only: [], skip: ["histories/*"] } },
    verdicts: ["pass"],
    problems: [],
  },
];
