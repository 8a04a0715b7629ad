import { isJsonObject } from "#contract";
import type { CheckPhase } from "./check.ts";
import { errored, withCause } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import type { Fact } from "../premises/sent-commands.ts";

/**
 * Returns the findings of a scenario in which a write got no response. Such a write may be executed at any later time,
 * so observations after the write prove no violation, but observations before the write do. Properties and histories
 * handle lost writes themselves.
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

/**
 * Returns the findings of a scenario in which a request got no response. If that left a requirement undecided, the
 * connection failed: a create request that is sent again finds the name taken, for example. Another attempt may decide.
 */
export function excusingLostResponses(
  findings: readonly Finding[],
  facts: readonly Fact[],
  phase: CheckPhase = "scenario",
): readonly Finding[] {
  const lost = facts.find(({ isLost }) => isLost === true);
  if (phase !== "scenario" || lost === undefined) return findings;
  return findings.map((finding) => {
    if (finding.result !== "undecided") return finding;
    const { requirement, evidence, isIncidental } = finding;
    const reason = `${finding.reason}; exchange ${lost.exchange} got no response`;
    const failed = { result: "errored", requirement, reason, evidence } as const;
    return withCause(isIncidental === true ? { ...failed, isIncidental } : failed, [lost]);
  });
}

function lostBefore(exchange: number): string {
  return `the write in exchange ${exchange} got no response and may have taken effect at any time since`;
}

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
