import type { Feature, RequirementId } from "#contract";
import type { Variant } from "./variant.ts";

/** A faulty variant of the server that breaks named requirements. */
export interface Fault extends Variant {
  readonly breaks: readonly RequirementId[];
  /** What another server with this mistake may break as well, by the place at which it makes it. */
  readonly mayBreak?: readonly RequirementId[];
  /** Second-line faults pass a superficial check and do not affect every request. Defaults to the first line. */
  readonly line?: "second";
  /** Features through which it shows; one of them is required. Defaults to the features of the broken requirements. */
  readonly through?: readonly Feature[];
  /** Distinguishes kinds, so it only shows with several of them. */
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
