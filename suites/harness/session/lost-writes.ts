import { isJsonObject } from "#contract";
import type { CheckPhase } from "./check.ts";
import { errored, withCause } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";

/**
 * What a scenario says about its target, where a write of its own got no reply: the write may be carried out
 * at any time, also long after, so that nothing seen later accuses anybody. What was seen before stands.
 * Properties and histories reckon with such writes themselves.
 */
export function excusingLostWrites(
  findings: readonly Finding[],
  observations: unknown,
  phase: CheckPhase = "scenario",
): readonly Finding[] {
  if (phase !== "scenario" || findings.every(({ result }) => result !== "violated"))
    return findings;
  const first = Math.min(...lostWritesIn(observations));
  return findings.map((finding) =>
    finding.result === "violated" && Math.max(...finding.evidence) > first
      ? withCause(errored(finding.requirement, lostBefore(first), finding.evidence), [
          { exchange: first },
        ])
      : finding,
  );
}

function lostBefore(exchange: number): string {
  return `the write of exchange ${exchange} got no reply and may have taken effect at any time since`;
}

/** The numbers of the exchanges among all observations that were writes without a reply. */
function lostWritesIn(seen: unknown): readonly number[] {
  if (Array.isArray(seen)) return seen.flatMap(lostWritesIn);
  if (!isJsonObject(seen)) return [];
  const { command, outcome, exchange } = seen;
  if (!isJsonObject(command) || !isJsonObject(outcome)) {
    return Object.values(seen).flatMap(lostWritesIn);
  }
  const isLost = outcome["result"] === "unknown" && !isReading(command["verb"]);
  return isLost && typeof exchange === "number" ? [exchange] : [];
}

function isReading(verb: unknown): boolean {
  return verb === "read" || verb === "list";
}
