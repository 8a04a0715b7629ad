import {
  counted,
  notCarried,
  surveyAreas,
  surveyedRelease,
  surveyFindings,
  surveyRow,
  surveyRowIds,
} from "#contract";
import type { SurveyRowId } from "#contract";
import type { CatalogueEntry } from "../report/requirement-catalogue.ts";
import { generatedNotice } from "./contract-page.ts";
import { escapeMarkdown, lines, markdownTable } from "./page-markdown.ts";

/**
 * Renders the page `docs/survey.md`: every row of the field survey, with its sources and the resulting requirements.
 */
export function renderSurveyPage(entries: readonly CatalogueEntry[]): string {
  const open = counted(Object.keys(notCarried).length, "row");
  const parts = [
    "# The field survey",
    generatedNotice,
    `This survey lists ${counted(surveyRowIds.length, "behavior")} of Kubernetes status subresources and of their clients, each with its source in code, tests, design documents, specifications or issues at [a fixed revision](contract.md#sources). The level shows how strongly the sources require the behavior and, if it is limited to some targets, which ones. Each row is covered by [requirements](contract.md), or excluded with a reason (${open}). The last column shows the behavior of a running API server of release ${surveyedRelease}, for rows that were known only from code, or that turned out to be wrong.`,
    ...Object.entries(surveyAreas).flatMap(([prefix, title]) => [
      `## ${prefix}: ${title}`,
      markdownTable(
        [
          "Row",
          "Level",
          "Behavior",
          "Sources",
          "Covered by, or reason for exclusion",
          `Release ${surveyedRelease}`,
        ],
        surveyRowIds
          .filter((row) => row.startsWith(`${prefix}-`))
          .map((row) => cellsOf(row, entries)),
      ),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function cellsOf(row: SurveyRowId, entries: readonly CatalogueEntry[]): readonly string[] {
  const { level, behaviour, sources } = surveyRow(row);
  const finding = surveyFindings[row];
  return [
    `<a id="${row}"></a>${row}`,
    level,
    escapeMarkdown(behaviour),
    lines(sources.map(({ source, at }) => `\`${source}\`: ${escapeMarkdown(at)}`)),
    settlementOf(row, entries),
    finding === undefined ? "–" : `${finding.outcome}: ${escapeMarkdown(finding.note)}`,
  ];
}

function settlementOf(row: SurveyRowId, entries: readonly CatalogueEntry[]): string {
  const settling = entries.filter(({ rows }) => rows.some((of) => of.row === row));
  if (settling.length > 0) {
    return lines(
      settling.map(({ requirement }) => `[\`${requirement}\`](contract.md#${requirement})`),
    );
  }
  const reason = notCarried[row];
  return reason === undefined ? "**open**" : escapeMarkdown(reason);
}
