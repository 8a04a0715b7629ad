import type { Feature, RequirementId } from "#contract";
import type { Variant } from "./variant.ts";

/** A faulty variant of the server that violates the given requirements. */
export interface Fault extends Variant {
  readonly breaks: readonly RequirementId[];
  /**
   * Requirements that the fault may violate as well: in another server, depending on the location of the fault in the
   * code, or only in some runs, depending on the order in which requests arrive.
   */
  readonly mayBreak?: readonly RequirementId[];
  /** `second` for a fault that passes a superficial check and does not affect every request. Defaults to `first`. */
  readonly line?: "second";
  /**
   * The features without which no server can have the fault. Defaults to the features of the first violated
   * requirement.
   */
  readonly requires?: readonly Feature[];
  /**
   * The features through which the fault is visible. At least one is required. Defaults to the features of the violated
   * requirements.
   */
  readonly through?: readonly Feature[];
  /**
   * Names of freedoms without which the server cannot have the fault. For example, a fault on later pages requires a
   * server that returns pages. The self-test enables them. None by default.
   */
  readonly under?: readonly string[];
  /** Whether the fault affects kinds differently, so that it is visible only with several kinds. */
  readonly isAmongKinds?: true;
  /** Whether the fault is visible only after many requests. A run that must detect it cannot skip cases. */
  readonly isCumulative?: true;
  /** The checks that can detect the fault: scripted scenarios, random sequences or histories. Defaults to scenarios. */
  readonly phase?: "scenario" | "property" | "history";
}

/** Declares a fault. Returns its argument, for type checking. */
export function defineFault(fault: Fault): Fault {
  return fault;
}
