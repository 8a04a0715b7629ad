import type { ObjectKey, ResourceVersion, Semantics } from "#contract";
import type { Exchange } from "#targets";
import { isAccepted, objectIn, read, writeStatus } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Determines which error the endpoint reports for a write that is both stale and invalid. Resolves with undefined if
 * this cannot be tested, or if the endpoint accepts the write or reports a third reason.
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
  const stale = await versionOf(trial, key);
  if (operation === undefined || stale === undefined) return undefined;
  if (invalid === undefined || status === undefined || other === undefined) {
    trial.notes.note(at, "medium", "not tested: no known status is rejected by the endpoint");
    return undefined;
  }
  let current = stale;
  for (const one of [status, other]) {
    await writeStatus(trial, operation, { key, status: one, version: current });
    current = (await versionOf(trial, key)) ?? current;
  }
  if (current === stale) {
    trial.notes.note(at, "low", "not tested: no status write made the version stale");
    return undefined;
  }
  const both = await writeBoth(trial, operation, { key, version: stale });
  if (both === undefined) {
    trial.notes.note(at, "medium", "not tested: the schema rejects every known invalid status");
    return undefined;
  }
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
  trial.notes.note(at, "high", `a stale and invalid write was rejected as ${reason}`);
  return reason;
}

/** Undefined if the schema rejects every invalid status, because the endpoint then compares no versions. */
async function writeBoth(
  trial: Trial,
  operation: Trial["kind"]["operations"]["updateStatus"][number],
  { key, version }: { readonly key: ObjectKey; readonly version: ResourceVersion },
): Promise<Exchange | undefined> {
  for (const { status } of trial.kind.samples.invalidStatuses) {
    const written = await writeStatus(trial, operation, { key, status, version });
    if (written.misfit === undefined) return written;
  }
  return undefined;
}

async function versionOf(trial: Trial, key: ObjectKey): Promise<ResourceVersion | undefined> {
  return objectIn(await read(trial, key))?.metadata.resourceVersion;
}
