import { features, identities } from "#contract";
import type { AnyCheck, TargetDescription } from "#harness";

/** Why a check cannot run on a target. */
export interface Obstacle {
  readonly kind: "feature" | "identity";
  readonly reason: string;
}

/** What keeps a check from running on a target at all; absent where nothing does. */
export function obstacleTo(check: AnyCheck, target: TargetDescription): Obstacle | undefined {
  const feature = check.features?.find((wanted) => !target.features.includes(wanted));
  if (feature !== undefined) {
    const reason = `the target does not offer ${feature} (${features[feature]})`;
    return { kind: "feature", reason };
  }
  const wanted = ["author", "controller", ...(check.identities ?? [])] as const;
  const identity = wanted.find((name) => !target.identities.includes(name));
  if (identity === undefined) return undefined;
  const said = target.unavailable?.[identity];
  const why = said === undefined ? "" : `: ${said}`;
  const reason = `no credential for the identity ${identity} (${identities[identity]})${why}; give one with --identity ${identity}=…`;
  return { kind: "identity", reason };
}
