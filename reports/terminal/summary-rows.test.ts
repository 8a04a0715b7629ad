import { expect, it } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import { recordOf } from "../testing/record-lines.ts";
import { summaryRows } from "./summary-rows.ts";

it("names the cases that did not start, with the reason, and only those", () => {
  const report = buildReport(recordOf([], []));
  const ended = { check: "properties/a", startedMs: 1, endedMs: 1 };
  const cases = [
    { ...ended, case: "properties/a#Service" },
    {
      ...ended,
      case: "properties/a#Bucket",
      problem: "not reached: the time budget of 5 s was exhausted",
    },
    {
      ...ended,
      case: "properties/a#Pod",
      problem: "not reached: the endpoint had not responded for 30 s",
    },
    { ...ended, case: "properties/a#Widget", problem: "the run was interrupted" },
  ];
  const notReached = (shown: typeof cases): readonly string[] =>
    summaryRows({ ...report, cases: shown }, "verbose", undefined)
      .filter(({ label }) => label?.text.trim() === "not reached")
      .map(({ spans }) => spans.map(({ text }) => text).join(""));
  expect(notReached(cases)).toEqual([
    "1 case, because the time budget of 5 s was exhausted: properties/a#Bucket",
    "1 case, because the endpoint had not responded for 30 s: properties/a#Pod",
  ]);
  expect(notReached(cases.slice(0, 1))).toEqual([]);
});

it("states how rare a fault may be, for passes that had occasions to show it", () => {
  const report = buildReport(recordOf([], []));
  const [first, ...others] = report.requirements;
  if (first === undefined) throw new Error("no requirement");
  const excludedRate = { fault: "a stale read", among: "reads", exposed: 2_995, oneIn: 1_000 };
  const rareFaults = (requirements: typeof report.requirements): readonly string[] =>
    summaryRows({ ...report, requirements }, "normal", undefined)
      .filter(({ label }) => label?.text.trim() === "rare faults")
      .map(({ spans }) => spans.map(({ text }) => text).join(""));
  expect(rareFaults([{ ...first, excludedRate }, ...others])).toEqual([
    "detectable with 95 % probability: a stale read in more than 1 of 1000 reads",
  ]);
  expect(rareFaults(report.requirements)).toEqual([]);
});
