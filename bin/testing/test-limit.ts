/**
 * The time limit of tests, and of programs that tests run, in milliseconds. No load reaches it: it only stops what hangs.
 */
export const testLimitMs = 1_800_000;
