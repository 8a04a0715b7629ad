import type { Verdict } from "#verdicts";

/** Whether checks found a violation, of any level, in at least one attempt. */
export function isBroken({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict === "fail" || verdict === "warn" || verdict === "flaky";
}
