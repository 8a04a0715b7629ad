import { expect, it } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import { recordOf } from "../testing/record-lines.ts";
import { summaryRows } from "./summary-rows.ts";

it("names the cases that a budget was not enough for, and only those", () => {
  const report = buildReport(recordOf([], []));
  const ended = { check: "properties/a", startedMs: 1, endedMs: 1 };
  const cases = [
    { ...ended, case: "properties/a#Service" },
    {
      ...ended,
      case: "properties/a#Bucket",
      problem: "not reached: the budget of 5 s was used up before",
    },
    { ...ended, case: "properties/a#Widget", problem: "the run was interrupted" },
  ];
  const told = (shown: typeof cases): readonly string[] =>
    summaryRows({ ...report, cases: shown }, "verbose", undefined)
      .filter(({ label }) => label?.text.trim() === "not reached")
      .map(({ spans }) => spans.map(({ text }) => text).join(""));
  expect(told(cases)).toEqual(["1 case within the budget: properties/a#Bucket"]);
  expect(told(cases.slice(0, 1))).toEqual([]);
});
