import { counted } from "#contract";
import { code, escapeMarkdown } from "../formats/markdown-text.ts";
import { emptyRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle } from "../text/row.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";
import type { ComparedRequirement, Comparison } from "./compare-reports.ts";

export interface CompareTextOptions extends TextStyle {
  readonly isVerbose: boolean;
}

/** Maximum width of a column name, in characters. */
const widestName = 16;

export function renderComparison(
  comparison: Comparison,
  { isVerbose, ...style }: CompareTextOptions,
): string {
  const { runs, requirements } = comparison;
  const rows = isVerbose ? requirements : requirements.filter(({ differs }) => differs);
  const nameWidth = Math.max(11, ...rows.map(({ requirement }) => requirement.length)) + 1;
  const headings = runs.map(({ name }) => name.slice(0, widestName));
  const widths = headings.map((heading) => Math.max(heading.length, 14) + 1);
  const line = (first: string, cells: readonly string[]): Row => ({
    ...plainRow(
      [first.padEnd(nameWidth), ...cells.map((cell, i) => cell.padEnd(widths[i] ?? 0))]
        .join("")
        .trimEnd(),
    ),
    isUnbroken: true,
  });
  const same = requirements.length - rows.length;
  return renderRows(
    [
      ...runs.map(({ name, report }) => plainRow(`${name}: ${verdictSentence(report)}`)),
      emptyRow,
      ...(rows.length === 0 ? [] : [line("requirement", headings)]),
      ...rows.map((of) => line(of.requirement, of.verdicts.map(describeVerdict))),
      ...(same > 0
        ? [
            plainRow(
              `${counted(same, "more requirement is", "more requirements are")} the same in all runs.`,
            ),
          ]
        : []),
    ],
    style,
  );
}

export function renderComparisonMarkdown({ runs, requirements }: Comparison): string {
  const areas = [...new Set(requirements.map(({ area }) => area))];
  const heading = `| requirement | level | ${runs.map(({ name }) => escapeMarkdown(name, 100)).join(" | ")} |`;
  const rule = `| --- | --- | ${runs.map(() => "---").join(" | ")} |`;
  const sections = [
    ["# Runs side by side"],
    runs.map(
      ({ name, report }) =>
        `- **${escapeMarkdown(name, 100)}**: ${escapeMarkdown(verdictSentence(report))}`,
    ),
    ...areas.flatMap((area) => [
      [`## ${area}`],
      [heading, rule, ...requirements.filter((of) => of.area === area).map(rowOf)],
    ]),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function rowOf({ requirement, level, verdicts }: ComparedRequirement): string {
  return `| ${code(requirement)} | ${level} | ${verdicts.map(describeVerdict).join(" | ")} |`;
}

function describeVerdict(verdict: string | undefined): string {
  return verdict ?? "not required";
}
