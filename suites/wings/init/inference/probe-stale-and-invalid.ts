import type { ObjectKey, Semantics } from "#contract";
import { isAccepted, objectIn, read, writeStatus } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * The mistake that the endpoint reports for a write that is both stale and invalid. Undefined if it accepts every
 * invalid sample, or reports a third reason.
 */
export async function probeStaleAndInvalid(
  trial: Trial,
  key: ObjectKey,
): Promise<Semantics["staleAndInvalid"] | undefined> {
  const { samples, operations, name } = trial.kind;
  const [operation] = operations.updateStatus;
  const [invalid] = samples.invalidStatuses;
  const [status, other] = samples.statuses;
  const at = ["kinds", name, "semantics", "staleAndInvalid"];
  const stale = objectIn(await read(trial, key))?.metadata.resourceVersion;
  if (operation === undefined || stale === undefined) return undefined;
  if (invalid === undefined || status === undefined || other === undefined) {
    trial.notes.note(at, "medium", "not tested: no known status is refused by the endpoint");
    return undefined;
  }
  for (const one of [status, other]) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion ?? stale;
    await writeStatus(trial, operation, { key, status: one, version });
  }
  const both = await writeStatus(trial, operation, { key, status: invalid.status, version: stale });
  const { outcome } = both;
  const reason = outcome.result === "refused" ? outcome.refusal.reason : undefined;
  if (isAccepted(both) || (reason !== "conflict" && reason !== "invalid")) {
    trial.notes.note(
      at,
      "low",
      `a stale and invalid write had the result ${reason ?? outcome.result}`,
    );
    return undefined;
  }
  trial.notes.note(at, "high", `a stale and invalid write was refused as ${reason}`);
  return reason;
}
