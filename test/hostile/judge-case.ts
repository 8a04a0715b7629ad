import { exitCodes } from "../../bin/exit-code.ts";
import type { CaseResult } from "./case-run.ts";
import type { HostileCase } from "./hostile-case.ts";
import type { Tally } from "./tally.ts";

/** How much the process may grow in one case, in bytes. */
export const mostGrownBytes = 600 * 1024 * 1024;

/** How large the files of one case may be together, in bytes. */
export const mostWrittenBytes = 400 * 1024 * 1024;

const documentedCodes: readonly number[] = Object.values(exitCodes);

/** What is wrong with how the suite took one case; empty where nothing is. Pure. */
export function judgeCase(
  hostileCase: HostileCase,
  tally: Tally,
  result: CaseResult,
): readonly string[] {
  const elsewhere = tally.heardElsewhere.map((heard) => `turned to another server: ${heard}`);
  switch (result.kind) {
    case "hung":
      return [...elsewhere, `did not end within ${Math.round(result.durationMs)} ms`];
    case "crashed":
      return [...elsewhere, `the process ended: ${result.detail}`];
    case "ended":
      return [...elsewhere, ...endProblems(result), ...verdictProblems(hostileCase, tally, result)];
  }
}

type Ended = Extract<CaseResult, { readonly kind: "ended" }>;

function endProblems(end: Ended): readonly string[] {
  const problems: string[] = end.uncaught.map((text) => `nobody caught: ${text}`);
  if (!documentedCodes.includes(end.code))
    problems.push(`the exit code ${end.code} has no meaning`);
  if (/^\s+at .*:\d+:\d+\)?$/mu.test(end.err)) problems.push(`a stack trace: ${end.err}`);
  if (/\b(?:Type|Range|Reference|Syntax)Error\b/u.test(end.err)) {
    problems.push(`an error of the suite itself: ${end.err}`);
  }
  if (end.lingering.length > 0) problems.push(`left behind: ${end.lingering.join(", ")}`);
  if (end.recordProblem !== undefined) problems.push(`the record: ${end.recordProblem}`);
  if (end.grownBytes > mostGrownBytes) problems.push(`grew by ${megabytes(end.grownBytes)} MB`);
  if (end.writtenBytes > mostWrittenBytes) {
    problems.push(`wrote ${megabytes(end.writtenBytes)} MB`);
  }
  return problems;
}

/**
 * Where nothing can be read from a struck reply to a write, and every reply is struck from then on, no check can have come to
 * its end: what is green then was judged without an answer.
 */
function verdictProblems(
  { defect, onset, only }: HostileCase,
  { struckWrites }: Tally,
  { code }: Ended,
): readonly string[] {
  const isSequence = only.some((pattern) => /^(?:properties|histories)\//u.test(pattern));
  const isFatal = defect.leaves === "nothing" && onset.pattern === "always" && struckWrites > 0;
  const isGreen = code === exitCodes.conformant;
  return isGreen && isFatal && !isSequence ? ["green without an answer"] : [];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
