import type { Feature, RequirementId } from "#contract";
import type { Variant } from "./variant.ts";

/** A way of being wrong: a variant of the server that breaks named requirements. */
export interface Fault extends Variant {
  readonly breaks: readonly RequirementId[];
  /** Second-line faults pass a superficial check and do not affect every request. Defaults to the first line. */
  readonly line?: "second";
  /** It only shows through one of these. Absent: through anything that what it breaks needs. */
  readonly through?: readonly Feature[];
  /** It treats kinds differently, and so shows only where there are several. */
  readonly isAmongKinds?: true;
  /** The fault only shows after many requests, so a run that looks for it must omit nothing. */
  readonly isCumulative?: true;
  /** The kind of proof that can see it: scripted scenarios by default, random sequences, or histories. */
  readonly phase?: "scenario" | "property" | "history";
}

/** Declares a fault. */
export function defineFault(fault: Fault): Fault {
  return fault;
}
