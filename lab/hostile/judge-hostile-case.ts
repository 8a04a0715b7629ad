import { demoTokens } from "#reference";
import { ordersIn } from "../../reports/testing/ci-runners.ts";
import { exitCodes } from "../../bin/process/exit-code.ts";
import type { CaseResult } from "./case-run.ts";
import type { HostileCase, Onset } from "./hostile-case.ts";
import type { Tally } from "./attack-tally.ts";

/** Maximum memory growth during a case, in bytes. */
export const maxGrownBytes = 350 * 1024 * 1024;

/** Maximum total size of one case's files, in bytes. */
export const maxWrittenBytes = 400 * 1024 * 1024;

const documentedCodes: readonly number[] = Object.values(exitCodes);

/** Returns the errors in the suite's behavior in a case. Empty if there are none. Pure. */
export function judgeCase(
  hostileCase: HostileCase,
  tally: Tally,
  result: CaseResult,
): readonly string[] {
  const elsewhere = [
    ...tally.heardElsewhere.map((heard) => `contacted another server: ${heard}`),
    ...(tally.isOtherObjectThere ? [] : ["deleted or changed a foreign object"]),
  ];
  switch (result.kind) {
    case "hung":
      return [...elsewhere, `did not exit within ${Math.round(result.durationMs)} ms`];
    case "crashed":
      return [...elsewhere, `the process exited: ${result.detail}`];
    case "ended":
      return [
        ...elsewhere,
        ...ordersOf(hostileCase, result).map((order) => `a CI command: ${order}`),
        ...endProblems(result),
        ...verdictProblems(hostileCase, tally, result),
      ];
  }
}

type Ended = Extract<CaseResult, { readonly kind: "ended" }>;

/** Matches the start of an annotation that the suite itself prints. */
const ownAnnotation = /^::(?:error|warning|notice) (?:file=[^,:]*,line=\d+,)?title=[^:]*::/gmu;

function ordersOf({ format }: HostileCase, { out, err }: Ended): readonly string[] {
  return ordersIn(`${format === "github" ? out.replaceAll(ownAnnotation, "") : out}\n${err}`);
}

/** Returns the errors in how a run finished. They count in every case. */
export function endProblems(end: Omit<Ended, "durationMs" | "kind">): readonly string[] {
  const problems: string[] = end.uncaught.map((text) => `uncaught: ${text}`);
  if (!documentedCodes.includes(end.code))
    problems.push(`the exit code ${end.code} has no meaning`);
  if (/^\s+at .*:\d+:\d+\)?$/mu.test(end.err)) problems.push(`a stack trace: ${end.err}`);
  if (/\b(?:Type|Range|Reference|Syntax)Error\b/u.test(end.err)) {
    problems.push(`an error of the suite itself: ${end.err}`);
  }
  const leaked = Object.values(demoTokens).filter((token) =>
    `${end.out}${end.err}`.includes(token),
  );
  if (leaked.length > 0) problems.push(`a credential was printed: ${leaked.join(", ")}`);
  if (end.lingering.length > 0) problems.push(`left behind: ${end.lingering.join(", ")}`);
  if (end.recordProblem !== undefined) problems.push(`the record: ${end.recordProblem}`);
  if (end.grownBytes > maxGrownBytes) problems.push(`grew by ${megabytes(end.grownBytes)} MB`);
  if (end.writtenBytes > maxWrittenBytes) {
    problems.push(`wrote ${megabytes(end.writtenBytes)} MB`);
  }
  return problems;
}

function verdictProblems(
  hostileCase: HostileCase,
  tally: Tally,
  { code }: Ended,
): readonly string[] {
  if (code !== exitCodes.conformant) return [];
  if (isWithoutAnswer(hostileCase, tally)) return ["passed without a readable response"];
  return isSeen(hostileCase, tally) ? ["passed although the check must detect this"] : [];
}

/** Whether all responses, or all from some write on, were unreadable, so that the run must not pass. */
function isWithoutAnswer(
  { defect, onset, only }: HostileCase,
  { strikes, struckWrites }: Tally,
): boolean {
  if (defect.leaves !== "nothing" || onset.pattern !== "always" || strikes === 0) return false;
  const isForRequests = ["tcp", "http", "graphql"].includes(defect.layer);
  const isForWatches = !isForRequests && only.every((pattern) => pattern.startsWith("watch/"));
  if (isFromStart(onset)) return isForRequests || isForWatches;
  // Properties and histories tolerate lost responses, so they need not report a faulty one.
  const isSequence = only.some((pattern) => /^(?:properties|histories)\//u.test(pattern));
  return isForRequests && struckWrites > 0 && !isSequence;
}

function isFromStart({ since, after }: Onset): boolean {
  return since === "contact" && after === 0;
}

/** Event defects that a check must detect, with the check. */
const seenBy: Readonly<Record<string, string>> = {
  "watch-event/events-swallowed": "watch/complete-and-in-order",
  "watch-event/every-event-twice": "watch/one-event-per-write",
  "watch-event/versions-go-back": "watch/versions-advance",
  "watch-event/versions-stand-still": "watch/versions-advance",
  "watch-event/no-object": "watch/complete-and-in-order",
};

function isSeen({ defect, onset, only }: HostileCase, { strikes }: Tally): boolean {
  const check = seenBy[defect.name];
  const isAlways = isFromStart(onset) && onset.pattern === "always" && strikes > 0;
  return check !== undefined && isAlways && only.some((pattern) => pattern.startsWith(check));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
