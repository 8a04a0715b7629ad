import { isFailure } from "./case-finding.ts";
import type { CaseFinding } from "./case-finding.ts";

/** How often a requirement was broken, in the cases that broke it at least once. */
export interface Rate {
  readonly broken: number;
  readonly attempts: number;
  /**
   * Whether it was broken in every attempt of some case. If there are attempts without concurrency, only these count.
   */
  readonly isSteady: boolean;
  /** Whether such a case ran while no other case was running. */
  readonly isAlone: boolean;
}

/**
 * The failure rate of one requirement, given all its findings. Undecided attempts are ignored. A case with a single
 * attempt counts as failing every time if that attempt failed.
 */
export function rateOf(findings: readonly CaseFinding[]): Rate {
  const cases = new Map<string, Map<number, boolean>>();
  const alone = new Set<string>();
  for (const { case: name, attempt = 1, isAlone, result } of findings) {
    if (result !== "violated" && result !== "held") continue;
    if (isAlone === true) alone.add(name);
    const attempts = cases.get(name) ?? new Map<number, boolean>();
    attempts.set(attempt, attempts.get(attempt) === true || result === "violated");
    cases.set(name, attempts);
  }
  const broken = [...cases]
    .map(([name, attempts]) => ({ isAlone: alone.has(name), attempts: [...attempts.values()] }))
    .filter(({ attempts }) => attempts.includes(true));
  const all = broken.flatMap(({ attempts }) => attempts);
  const telling = broken.filter((one) => one.isAlone);
  const isAlone = telling.length > 0;
  return {
    broken: all.filter(Boolean).length,
    attempts: all.length,
    isSteady: (isAlone ? telling : broken).some(({ attempts }) => attempts.every(Boolean)),
    isAlone,
  };
}

/**
 * The findings that determine a verdict: all violations, and the findings of each case's first attempt. If that attempt
 * failed because of the suite or the connection, and a later one did not, the findings of the later attempt count
 * instead.
 */
export function countedFindings(findings: readonly CaseFinding[]): readonly CaseFinding[] {
  const failed = attemptsOf(findings.filter(isFailure));
  const counted = new Map<string, number>();
  for (const [name, attempts] of attemptsOf(findings)) {
    const sound = [...attempts].filter((attempt) => failed.get(name)?.has(attempt) !== true);
    counted.set(name, Math.min(...(sound.length > 0 ? sound : attempts)));
  }
  return findings.filter(
    ({ result, case: name, attempt = 1 }) => result === "violated" || counted.get(name) === attempt,
  );
}

/** The attempts of each case, numbered from 1. */
function attemptsOf(findings: readonly CaseFinding[]): ReadonlyMap<string, ReadonlySet<number>> {
  const cases = new Map<string, Set<number>>();
  for (const { case: name, attempt = 1 } of findings) {
    const attempts = cases.get(name) ?? new Set<number>();
    cases.set(name, attempts.add(attempt));
  }
  return cases;
}
