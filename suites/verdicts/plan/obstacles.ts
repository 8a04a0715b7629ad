import { features, identities } from "#contract";
import type { AnyCheck, TargetDescription } from "#harness";

export interface Obstacle {
  readonly kind: "counter" | "feature" | "identity" | "read-only" | "role" | "sample";
  readonly reason: string;
}

export interface RunRights {
  /** Maximum number of writes. Unlimited if absent. */
  readonly mostWrites?: number | undefined;
}

export function obstacleTo(
  check: AnyCheck,
  target: TargetDescription,
  { mostWrites }: RunRights = {},
): Obstacle | undefined {
  const feature = check.features?.find((wanted) => !target.features.includes(wanted));
  if (feature !== undefined) {
    const reason = `the target does not support ${feature} (${features[feature]})`;
    return { kind: "feature", reason };
  }
  if (mostWrites === 0 && check.readsOnly !== true) {
    return { kind: "read-only", reason: "the check writes, but the run is read-only" };
  }
  return (
    withoutIdentity(check, target) ??
    (check.needsInvalidStatus === true ? withoutInvalidStatus(target) : undefined) ??
    (check.needsCounter === true ? withoutCounter(target) : undefined)
  );
}

function withoutIdentity(check: AnyCheck, target: TargetDescription): Obstacle | undefined {
  const usual = check.readsOnly === true ? [] : (["author", "controller"] as const);
  const wanted = [...usual, ...(check.identities ?? [])];
  const identity = wanted.find((name) => !target.identities.includes(name));
  if (identity === undefined) return undefined;
  const missing = wanted.filter((name) => !target.identities.includes(name));
  const absent = target.withoutRoles?.[identity];
  if (absent !== undefined && missing.every((name) => target.withoutRoles?.[name] !== undefined)) {
    const reason = `the target has no identity ${identity} (${identities[identity]}): ${absent}`;
    return { kind: "role", reason };
  }
  const untested = target.untestedRoles?.[identity];
  if (untested !== undefined) {
    const reason = `the identity ${identity} (${identities[identity]}) cannot be tested: ${untested}`;
    return { kind: "identity", reason };
  }
  const cause = target.unavailable?.[identity];
  const why =
    cause === undefined
      ? ` (${identities[identity]}); pass one with --identity ${identity}=…`
      : `: ${cause}`;
  const reason = `no credential for the identity ${identity}${why}`;
  return { kind: "identity", reason };
}

function withoutCounter({ kinds }: TargetDescription): Obstacle | undefined {
  const reported = kinds.filter(({ operations }) => operations.updateStatus.length > 0);
  const isEach = reported.length > 0 && reported.every(({ isUncounted }) => isUncounted === true);
  const reason = "no kind on the target has an integer status field to use as a counter";
  return isEach ? { kind: "counter", reason } : undefined;
}

function withoutInvalidStatus({ kinds }: TargetDescription): Obstacle | undefined {
  const reported = kinds.filter(({ operations }) => operations.updateStatus.length > 0);
  const isKnown = reported.some(({ samples }) => samples.invalidStatuses.length > 0);
  const reason = "no kind has an invalid sample status; add invalidStatuses to its samples";
  return isKnown || reported.length === 0 ? undefined : { kind: "sample", reason };
}
