import type { Feature, RequirementId } from "#contract";
import type { Variant } from "./variant.ts";

/** A faulty variant of the server that breaks named requirements. */
export interface Fault extends Variant {
  readonly breaks: readonly RequirementId[];
  /**
   * Additional requirements that the same mistake can break: in another server, depending on the place of the mistake in
   * the code, or in some runs only, depending on the order in which requests arrive.
   */
  readonly mayBreak?: readonly RequirementId[];
  /** `second` for faults that pass a superficial check and do not affect every request. Defaults to `first`. */
  readonly line?: "second";
  /**
   * The features through which the fault is visible. At least one of them is required. Defaults to the features of the
   * broken requirements.
   */
  readonly through?: readonly Feature[];
  /** The fault treats kinds differently, so it is only visible with several kinds. */
  readonly isAmongKinds?: true;
  /** The fault is only visible after many requests, so a run that must detect it cannot skip cases. */
  readonly isCumulative?: true;
  /** What can detect the fault: scripted scenarios, random sequences or histories. Defaults to scenarios. */
  readonly phase?: "scenario" | "property" | "history";
}

/** Declares a fault. */
export function defineFault(fault: Fault): Fault {
  return fault;
}
