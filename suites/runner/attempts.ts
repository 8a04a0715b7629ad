import type { CaseFinding } from "./verdict.ts";

/** How often a requirement was broken, in the cases that broke it at all. */
export interface Rate {
  readonly broken: number;
  readonly attempts: number;
  /** Whether some case broke it every time. */
  readonly isSteady: boolean;
}

/**
 * The rate at which one requirement is broken, given all that was found about it. Attempts that could not
 * decide say nothing about the rate. A case that was tried once and broke it did so every time.
 */
export function rateOf(findings: readonly CaseFinding[]): Rate {
  const cases = new Map<string, Map<number, boolean>>();
  for (const { case: name, attempt = 1, result } of findings) {
    if (result !== "violated" && result !== "held") continue;
    const attempts = cases.get(name) ?? new Map<number, boolean>();
    attempts.set(attempt, attempts.get(attempt) === true || result === "violated");
    cases.set(name, attempts);
  }
  const broken = [...cases.values()]
    .map((attempts) => [...attempts.values()])
    .filter((attempts) => attempts.includes(true));
  const all = broken.flat();
  return {
    broken: all.filter(Boolean).length,
    attempts: all.length,
    isSteady: broken.some((attempts) => attempts.every(Boolean)),
  };
}
