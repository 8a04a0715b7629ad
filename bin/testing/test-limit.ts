/**
 * The time limit of tests, and of programs that tests run, in milliseconds. Too long for any load to reach it, so it
 * only stops hanging tests.
 */
export const testLimitMs = 1_800_000;
