import { expect, it } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import { failingRecord } from "../testing/failing-record.ts";
import { hostileRecord, hostileTexts } from "../testing/hostile-record.ts";
import { recordOf } from "../testing/record-lines.ts";
import { compareReports } from "./compare-reports.ts";
import { renderComparisonHtml } from "./compare-html.ts";
import { renderComparison, renderComparisonMarkdown } from "./compare-text.ts";

const comparison = compareReports([
  { name: "clean", report: buildReport(recordOf([], [])) },
  { name: "failing", report: buildReport(failingRecord()) },
  { name: hostileTexts.join(""), report: buildReport(hostileRecord()) },
]);

const style = { width: 100, colorLevel: 0, isVerbose: false } as const;

it("has every requirement once, with one verdict for each run", () => {
  const ids = comparison.requirements.map(({ requirement }) => requirement);
  expect(new Set(ids).size).toBe(ids.length);
  expect(comparison.requirements.every(({ verdicts }) => verdicts.length === 3)).toBe(true);
});

it("shows in a terminal where the runs differ, and counts the rest", () => {
  const text = renderComparison(comparison, style);
  expect(text).toMatch(/concurrency\.stale-status-write-conflicts +pass +fail +fail/u);
  expect(text).toMatch(/\d+ more requirements are the same in all runs\./u);
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  const whole = renderComparison(comparison, { ...style, isVerbose: true });
  expect(whole.split("\n").length).toBeGreaterThan(comparison.requirements.length);
});

it("keeps every row of its tables intact, regardless of the name of a run", () => {
  const rows = renderComparisonMarkdown(comparison).split("\n");
  const cells = rows.filter((row) => row.startsWith("| ")).map((row) => row.split("|").length);
  expect(new Set(cells)).toEqual(new Set([7]));
});

it("is a page on which nothing runs", () => {
  const html = renderComparisonHtml(comparison);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/u);
  expect(html).not.toContain("<script");
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});
