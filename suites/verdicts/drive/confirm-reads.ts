import { setTimeout as wait } from "node:timers/promises";
import { readOf } from "#harness";
import type { CaseEvidence, CheckContext } from "#harness";

/** Doubles with each attempt. Replicas and caches usually follow within a second. */
const firstWaitMs = 25;

const attempts = 7;

/**
 * Reads objects again if an earlier read of the case showed a state that an accepted write had replaced. If a later
 * read shows the newer state, the earlier read was stale; otherwise the write was lost. Sends nothing if no read seems
 * stale.
 */
export async function confirmReads(
  context: Pick<CheckContext, "call" | "signal">,
  caseEvidence: Pick<CaseEvidence, "doubtfulKeys">,
): Promise<void> {
  const { signal } = context;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const keys = caseEvidence.doubtfulKeys;
    if (keys.length === 0 || signal.aborted) return;
    await Promise.all(keys.map((key) => context.call(readOf(key))));
    if (caseEvidence.doubtfulKeys.length === 0) return;
    await wait(firstWaitMs * 2 ** attempt, undefined, { signal }).catch(() => undefined);
  }
}
