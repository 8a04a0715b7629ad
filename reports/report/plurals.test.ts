import { expect, it } from "vitest";
import { contractSemantics } from "#contract";
import { sumOf, verdicts } from "#verdicts";
import type { RecordLine, Verdict } from "#verdicts";
import { compareReports } from "../comparison/compare-reports.ts";
import { renderComparison, renderComparisonMarkdown } from "../comparison/compare-text.ts";
import { diffReports } from "../comparison/diff-reports.ts";
import { renderDiff, renderDiffMarkdown } from "../comparison/diff-text.ts";
import { fileFormats } from "../formats/format-table.ts";
import { renderFormat } from "../formats/formats.ts";
import { buildReport } from "./report-builder.ts";
import type { Report } from "./report.ts";
import { renderTerminal } from "../terminal/terminal.ts";
import {
  askedIds,
  caseLine,
  exchangeLine,
  headerLine,
  recordOf,
  verdictLine,
  violated,
} from "../testing/record-lines.ts";

const id = "watch.ordered";
const name = "watch/ordered#Service";

function reportOfOne(verdict: Verdict): Report {
  const isBroken = verdict === "fail" || verdict === "flaky";
  const finding = isBroken
    ? violated(id, { case: name })
    : ({ result: "held", requirement: id, instances: 1, evidence: [1], case: name } as const);
  const line = verdictLine(id, {
    verdict,
    instances: 1,
    checks: ["watch/ordered"],
    findings: [finding],
    reason: "nothing else is known",
  });
  const others = askedIds
    .filter((other) => other !== id)
    .map((other) => verdictLine(other, { verdict: "excluded" }));
  const target = headerLine().target;
  const header = {
    planned: { requirements: 1, cases: 1 },
    target: { ...target, kinds: target.kinds.slice(0, 1), semantics: contractSemantics },
  } as const;
  const lines: readonly RecordLine[] = recordOf(
    [exchangeLine(1, { case: name }), caseLine(name, [finding])],
    [line, ...others],
    { header, footer: { exchanges: 1, leftBehind: 1, durationMs: 1000 } },
  );
  const report = buildReport(lines);
  const requirements = report.requirements.filter(({ requirement }) => requirement === id);
  return { ...report, requirements, sums: sumOf(requirements) };
}

const style = { width: 200, colorLevel: 0 } as const;

function textsOf(verdict: Verdict): readonly string[] {
  const report = reportOfOne(verdict);
  const passing = reportOfOne("pass");
  const diff = diffReports(passing, report, { schema: [] });
  const comparison = compareReports([{ name: "A", report }]);
  return [
    ...(["quiet", "normal", "verbose"] as const).map((verbosity) =>
      renderTerminal(report, { ...style, verbosity }),
    ),
    ...fileFormats.map((format) => renderFormat(format, report)),
    renderDiff(diff, style),
    renderDiffMarkdown(diff),
    renderComparison(comparison, { ...style, isVerbose: false }),
    renderComparisonMarkdown(comparison),
  ];
}

const disagreeing =
  /\b1 (?:(?:more|other) )?(?!(?:ms|s|is|was|has|holds|pass)\b)(?:MUSTs|SHOULDs|[a-z]+s|were|are|have|hold)\b|\b1 [a-z]+ (?:were|are|have|hold)\b/u;

it.each(verdicts)("a single item is reported in the singular, if it is %s", (verdict) => {
  for (const text of textsOf(verdict)) {
    const shown = text.replace(/<style>[^]*?<\/style>|<script[^]*?<\/script>/gu, "");
    expect(disagreeing.exec(shown)?.[0], shown.slice(0, 2000)).toBeUndefined();
  }
});
