import { expect, it } from "vitest";
import { conclusionOfKinds } from "./kind-outcome.ts";
import type { KindOutcome } from "./kind-outcome.ts";

function kinds(...outcomes: readonly KindOutcome["outcome"][]): readonly KindOutcome[] {
  const rest = { seconds: 1, sums: {}, broken: [], open: [], leftBehind: 0 };
  return outcomes.map((outcome, index) => ({
    kind: `kinds${index}.example.com`,
    outcome,
    ...rest,
  }));
}

it.each([
  { outcomes: ["conformant", "skipped"], conclusion: "conformant" },
  { outcomes: ["conformant", "not-reached"], conclusion: "inconclusive" },
  { outcomes: ["not-reached", "broken"], conclusion: "violations" },
  { outcomes: ["undecided", "errored"], conclusion: "errored" },
  { outcomes: ["skipped", "not-run"], conclusion: "nothing-ran" },
] as const)("concludes $conclusion from $outcomes", ({ outcomes, conclusion }) => {
  expect(conclusionOfKinds(kinds(...outcomes))).toBe(conclusion);
});
