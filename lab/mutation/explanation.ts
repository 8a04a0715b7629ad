import type { ReadableChange } from "./change.ts";

/** A mutant that no test can notice, or that none should, and why. */
export interface Explanation extends ReadableChange {
  readonly file: string;
  readonly because: string;
}
