import type { VerdictLine } from "./record.ts";
import type { Verdict } from "./verdict.ts";

/** Counts the requirements with each verdict. */
export function sumOf(
  lines: readonly Pick<VerdictLine, "verdict">[],
): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number =>
    lines.filter((line) => line.verdict === verdict).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    warn: count("warn"),
    flaky: count("flaky"),
    errored: count("errored"),
    inconclusive: count("inconclusive"),
    untestable: count("untestable"),
    "expected-fail": count("expected-fail"),
    excluded: count("excluded"),
    "not-applicable": count("not-applicable"),
  };
}
