import type { Plays } from "#harness";
import { isFailure } from "./case-finding.ts";
import type { CaseFinding } from "./case-finding.ts";

export interface Rate {
  readonly broken: number;
  readonly attempts: number;
  /**
   * Whether the requirement was violated in every attempt at some case. Only attempts without concurrency count, if
   * there are any.
   */
  readonly isSteady: boolean;
  /** Whether a case that violated the requirement ran while no other case was running. */
  readonly isAlone: boolean;
}

/**
 * Computes the failure rate of one requirement from all its findings. Counts only cases that failed at least once,
 * without their undecided attempts. An attempt in which the suite or the connection failed is not sound, even if some
 * of its findings hold: the request that would have shown the violation may be the one without a response.
 */
export function rateOf(findings: readonly CaseFinding[]): Rate {
  const cases = new Map<string, Map<number, Plays>>();
  const alone = new Set<string>();
  const failed = attemptsOf(findings.filter(isFailure));
  for (const finding of findings) {
    const { case: name, attempt = 1, isAlone, result } = finding;
    const isSound = result === "held" && failed.get(name)?.has(attempt) !== true;
    if (result !== "violated" && !isSound) continue;
    if (isAlone === true) alone.add(name);
    const attempts = cases.get(name) ?? new Map<number, Plays>();
    const plays = result === "violated" ? (finding.plays ?? oneBroken) : oneSound;
    if (result === "violated" || !attempts.has(attempt)) attempts.set(attempt, plays);
    cases.set(name, attempts);
  }
  const broken = [...cases]
    .map(([name, attempts]) => ({ isAlone: alone.has(name), ...sumOf([...attempts.values()]) }))
    .filter((one) => one.broken > 0);
  const separate = broken.filter((one) => one.isAlone);
  const isAlone = separate.length > 0;
  return {
    ...sumOf(broken),
    isSteady: (isAlone ? separate : broken).some((one) => one.broken === one.attempts),
    isAlone,
  };
}

const oneBroken: Plays = { attempts: 1, broken: 1 };
const oneSound: Plays = { attempts: 1, broken: 0 };

function sumOf(all: readonly Plays[]): Plays {
  return {
    attempts: all.reduce((sum, { attempts }) => sum + attempts, 0),
    broken: all.reduce((sum, { broken }) => sum + broken, 0),
  };
}

/**
 * Returns the findings that determine a verdict: all violations, and the findings of each case's first attempt. If the
 * suite or the connection failed in the first attempt, the findings of a later attempt without such a failure count
 * instead.
 */
export function countedFindings(findings: readonly CaseFinding[]): readonly CaseFinding[] {
  const counted = countedAttempts(findings);
  return findings.filter(
    ({ result, case: name, attempt = 1 }) => result === "violated" || counted.get(name) === attempt,
  );
}

/**
 * Returns the findings that determine a verdict, without repetitions: those of one attempt of each case and, if only
 * later attempts violated the requirement, the violations of the first of these.
 */
export function distinctFindings(findings: readonly CaseFinding[]): readonly CaseFinding[] {
  const counted = countedAttempts(findings);
  const violated = attemptsOf(findings.filter(({ result }) => result === "violated"));
  return findings.filter(({ result, case: name, attempt = 1 }) => {
    const first = counted.get(name);
    const broken = violated.get(name) ?? new Set();
    if (attempt === first) return true;
    const isBrokenLater = first !== undefined && broken.size > 0 && !broken.has(first);
    return isBrokenLater && result === "violated" && attempt === Math.min(...broken);
  });
}

function countedAttempts(findings: readonly CaseFinding[]): ReadonlyMap<string, number> {
  const failed = attemptsOf(findings.filter(isFailure));
  const counted = new Map<string, number>();
  for (const [name, attempts] of attemptsOf(findings)) {
    const sound = [...attempts].filter((attempt) => failed.get(name)?.has(attempt) !== true);
    counted.set(name, Math.min(...(sound.length > 0 ? sound : attempts)));
  }
  return counted;
}

/** Returns the attempts of each case, numbered from 1. */
function attemptsOf(findings: readonly CaseFinding[]): ReadonlyMap<string, ReadonlySet<number>> {
  const cases = new Map<string, Set<number>>();
  for (const { case: name, attempt = 1 } of findings) {
    const attempts = cases.get(name) ?? new Set<number>();
    cases.set(name, attempts.add(attempt));
  }
  return cases;
}
