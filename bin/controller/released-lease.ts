import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * Returns the lease as its holder leaves it when it exits: without a holder. Returns undefined if the lease has no
 * holder, or if `ageMs`, the time since the last renewal in milliseconds, exceeds its duration, because another process
 * may then hold it.
 */
export function releasedLease(lease: JsonValue | undefined, ageMs: number): JsonObject | undefined {
  if (!isJsonObject(lease)) return undefined;
  const { spec } = lease;
  if (!isJsonObject(spec)) return undefined;
  const { holderIdentity, leaseDurationSeconds } = spec;
  if (typeof holderIdentity !== "string" || holderIdentity === "") return undefined;
  if (typeof leaseDurationSeconds !== "number" || ageMs >= leaseDurationSeconds * 1_000)
    return undefined;
  return { ...lease, spec: { ...spec, holderIdentity: "", leaseDurationSeconds: 1 } };
}
