import type { Verdict } from "#verdicts";
import type { Tone } from "../text/row.ts";

export function toneOf(verdict: Verdict): Tone {
  switch (verdict) {
    case "pass":
      return "good";
    case "fail":
    case "flaky":
      return "bad";
    case "errored":
    case "warn":
    case "inconclusive":
    case "untestable":
      return "caution";
    case "expected-fail":
    case "excluded":
    case "not-applicable":
      return "plain";
  }
}
