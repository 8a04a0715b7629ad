import type { RequirementId } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";

interface OwnedKind {
  readonly kind: string;
  readonly label: string;
}

/** A controller with one defect. */
export interface FaultyVariant {
  /** Name in kebab-case. */
  readonly name: string;
  readonly summary: string;
  /** The requirement that the variant always violates, and those that it may also violate. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
  readonly kind: "Bucket" | "Deployment" | "Service";
  /** Scenarios that expose the defect, clearest first. */
  readonly scenarios: readonly [string, ...string[]];
  /** The kinds of the objects that the controller creates, and the label that contains the uid of their owner. */
  readonly owns?: OwnedKind | readonly OwnedKind[];
  /** Faults of the reference server that the defect requires, because a correct server would reject its writes. */
  readonly needs?: readonly string[];
  /** Replaces rules. Called once per run, so a local variable keeps its value when the controller restarts. */
  readonly change: (rules: ControllerRules) => Partial<ControllerRules>;
}

export type StatusMistake = Partial<ControllerRules["status"]>;

export function statusVariant(
  variant: Omit<FaultyVariant, "change"> & {
    readonly mistake: (rules: ControllerRules["status"]) => StatusMistake;
  },
): FaultyVariant {
  const { mistake, ...rest } = variant;
  return { ...rest, change: ({ status }) => ({ status: { ...status, ...mistake(status) } }) };
}

export function loopVariant(
  variant: Omit<FaultyVariant, "change"> & { readonly mistake: Partial<ControllerRules["loop"]> },
): FaultyVariant {
  const { mistake, ...rest } = variant;
  return { ...rest, change: ({ loop }) => ({ loop: { ...loop, ...mistake } }) };
}
