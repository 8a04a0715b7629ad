export type Expectation = readonly [what: string, isMet: boolean, problem?: string | undefined];

/** Logs whether each expectation is met, and the problem if it is not. Returns the number of those that are not. */
export function logExpectations(
  log: (line: string) => void,
  expectations: readonly Expectation[],
): number {
  for (const [what, isMet, problem] of expectations) {
    log(expectationText(what, isMet));
    if (!isMet && problem !== undefined) log(problem);
  }
  return expectations.filter(([, isMet]) => !isMet).length;
}

export function expectationText(what: string, isMet: boolean): string {
  return `${isMet ? "as expected" : "NOT AS EXPECTED"}: ${what}`;
}
