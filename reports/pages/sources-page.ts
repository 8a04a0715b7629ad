import { counted, sources, startingSources } from "#contract";
import type { SourceName } from "#contract";
import type { CatalogueEntry } from "../report/requirement-catalogue.ts";
import { generatedNotice } from "./contract-page.ts";
import { codeLines, escapeMarkdown, lines, markdownTable } from "./page-markdown.ts";

/** Renders the page `docs/sources.md`: the documents on which the contract is based, each with its requirements. */
export function renderSourcesPage(entries: readonly CatalogueEntry[]): string {
  const parts = [
    "# Sources",
    generatedNotice,
    `The project is based on ${counted(startingSources.length, "document")}. For each of them, this page lists the derived requirements and their location in the document. Requirements from other sources are in [the contract](contract.md#sources).`,
    ...startingSources.flatMap((name) => sourceSection(name, entries)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function sourceSection(name: SourceName, entries: readonly CatalogueEntry[]): readonly string[] {
  const from = entries.filter((entry) => entry.sources.some(({ source }) => source === name));
  const rows = from.map(({ requirement, statement, sources: named, checks }) => [
    `[\`${requirement}\`](contract.md#${requirement})`,
    escapeMarkdown(statement),
    lines(named.filter(({ source }) => source === name).map(({ at }) => escapeMarkdown(at))),
    codeLines(checks.map(({ id }) => id)),
  ]);
  return [
    `## ${name}`,
    `${escapeMarkdown(sources[name].title)}. ${counted(from.length, "requirement")}.`,
    markdownTable(["Requirement", "Rule", "Location in the document", "Checks"], rows),
  ];
}
