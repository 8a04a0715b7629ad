import type { ReadableChange } from "./change.ts";

/** A mutant that no test can or should detect, and the reason. */
export interface Explanation extends ReadableChange {
  readonly file: string;
  readonly because: string;
}
