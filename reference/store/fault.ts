import type { RequirementId } from "#contract";
import type { Variant } from "./variant.ts";

/** A way of being wrong: a variant of the server that breaks named requirements. */
export interface Fault extends Variant {
  readonly breaks: readonly RequirementId[];
  /**
   * Of the second line are faults that look right at the first look, and that not everybody who asks comes
   * to see. Absent: of the first.
   */
  readonly line?: "second";
  /** It comes only after much has been done, so that whoever looks for it must omit nothing. */
  readonly isCumulative?: true;
  /** The kind of proof that can see it: scripted scenarios by default, random sequences, or histories. */
  readonly phase?: "scenario" | "property" | "history";
}

/** Declares a fault. */
export function defineFault(fault: Fault): Fault {
  return fault;
}
