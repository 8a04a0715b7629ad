import type { ReadableChange } from "./change.ts";

/** A mutant that no test can notice, or that none should, and why. */
export interface Explanation extends ReadableChange {
  readonly file: string;
  readonly because: string;
}

/** All mutants that survive for a reason. One that is killed, or that is made no longer, must leave this list. */
export const explained: readonly Explanation[] = [];
