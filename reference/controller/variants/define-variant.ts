import type { RequirementId } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";

/** A controller with one mistake. */
export interface FaultyVariant {
  /** Name in kebab-case. */
  readonly name: string;
  /** The variant's behavior, in one sentence. */
  readonly summary: string;
  /** The requirement that the variant always breaks, and those that it may also break. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
  /** A kind whose objects show the mistake. */
  readonly kind: "Bucket" | "Deployment" | "Service";
  /** Scenarios that show the mistake, the clearest one first. */
  readonly scenarios: readonly [string, ...string[]];
  /**
   * The kind of the objects that the controller creates, and the label with which these objects identify their owner by
   * uid.
   */
  readonly owns?: { readonly kind: string; readonly label: string };
  /** Faults of the reference server without which the mistake would be rejected. */
  readonly needs?: readonly string[];
  /** Replaces rules. Called once per run, so that a local variable keeps its value when the controller restarts. */
  readonly change: (rules: ControllerRules) => Partial<ControllerRules>;
}

export type StatusMistake = Partial<ControllerRules["status"]>;

/** A faulty variant with a mistake in writing statuses. */
export function statusVariant(
  variant: Omit<FaultyVariant, "change"> & {
    readonly mistake: (rules: ControllerRules["status"]) => StatusMistake;
  },
): FaultyVariant {
  const { mistake, ...rest } = variant;
  return { ...rest, change: ({ status }) => ({ status: { ...status, ...mistake(status) } }) };
}

/** A faulty variant with a mistake in triggering reconciles. */
export function loopVariant(
  variant: Omit<FaultyVariant, "change"> & { readonly mistake: Partial<ControllerRules["loop"]> },
): FaultyVariant {
  const { mistake, ...rest } = variant;
  return { ...rest, change: ({ loop }) => ({ loop: { ...loop, ...mistake } }) };
}
