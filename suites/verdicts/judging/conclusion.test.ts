import { expect, test } from "vitest";
import type { Level } from "#contract";
import { conclusionOf } from "./conclusion.ts";
import type { Conclusion } from "./conclusion.ts";
import type { Verdict } from "../record/verdict.ts";

interface Row {
  readonly given: readonly (readonly [Verdict, Level])[];
  readonly concludes: Conclusion;
}

const rows: readonly Row[] = [
  { given: [], concludes: "nothing-ran" },
  { given: [["pass", "MUST"]], concludes: "conformant" },
  { given: [["pass", "SHOULD"]], concludes: "conformant" },
  { given: [["warn", "SHOULD"]], concludes: "conformant" },
  { given: [["expected-fail", "MUST"]], concludes: "conformant" },
  { given: [["flaky", "SHOULD"]], concludes: "conformant" },
  { given: [["flaky", "MUST"]], concludes: "violations" },
  { given: [["fail", "MUST"]], concludes: "violations" },
  { given: [["fail", "SHOULD"]], concludes: "violations" },
  { given: [["errored", "SHOULD"]], concludes: "errored" },
  { given: [["inconclusive", "MUST"]], concludes: "inconclusive" },
  { given: [["untestable", "MUST"]], concludes: "inconclusive" },
  { given: [["inconclusive", "SHOULD"]], concludes: "nothing-ran" },
  {
    given: [
      ["excluded", "MUST"],
      ["not-applicable", "MUST"],
    ],
    concludes: "nothing-ran",
  },
  {
    given: [
      ["pass", "MUST"],
      ["untestable", "SHOULD"],
    ],
    concludes: "conformant",
  },
  {
    given: [
      ["pass", "MUST"],
      ["inconclusive", "MUST"],
    ],
    concludes: "inconclusive",
  },
  {
    given: [
      ["inconclusive", "MUST"],
      ["errored", "MUST"],
    ],
    concludes: "errored",
  },
  {
    given: [
      ["errored", "MUST"],
      ["inconclusive", "MUST"],
      ["fail", "MUST"],
    ],
    concludes: "violations",
  },
];

test.each(rows)("$given concludes $concludes", ({ given, concludes }) => {
  const verdicts = given.map(([verdict, level]) => ({ verdict, level }));

  expect(conclusionOf(verdicts)).toBe(concludes);
  expect(conclusionOf(verdicts.toReversed())).toBe(concludes);
});
