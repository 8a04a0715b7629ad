export type Expectation = readonly [what: string, isMet: boolean];

/** Logs whether each expectation is met. Returns the number of those that are not. */
export function logExpectations(
  log: (line: string) => void,
  expectations: readonly Expectation[],
): number {
  for (const [what, isMet] of expectations) {
    log(`${isMet ? "as expected" : "NOT AS EXPECTED"}: ${what}`);
  }
  return expectations.filter(([, isMet]) => !isMet).length;
}
