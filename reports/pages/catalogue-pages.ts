import { suiteCommand } from "#contract";
import type { CatalogueEntry, CatalogueOptions } from "../report/requirement-catalogue.ts";
import { declarationsOf, excusesOf, freedomSourcesOf } from "../report/freedom-summary.ts";
import type { FreedomSummary } from "../report/freedom-summary.ts";
import { codeLines, escapeMarkdown, lines, markdownTable } from "./page-markdown.ts";

export function renderRequirementsPage(entries: readonly CatalogueEntry[]): string {
  const areas = [...new Set(entries.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const own = entries.filter((entry) => entry.area === area);
    const profiles = own[0]?.levels.map(({ profile }) => profile) ?? [];
    const rows = own.map((entry) => [
      `[\`${entry.requirement}\`](${entry.requirement}.md)`,
      escapeMarkdown(entry.statement),
      ...entry.levels.map(({ level }) => level),
    ]);
    return `## ${area}\n\n${markdownTable(["Requirement", "Rule", ...profiles], rows)}`;
  });
  return `${[
    "# Requirements",
    "Every rule that the suite can check, each on its own page with a stable URL. A profile " +
      "assigns each rule a level as defined in RFC 2119.",
    areas.map((area) => `[${area}](#${area})`).join(" · "),
    ...sections,
  ].join("\n\n")}\n`;
}

export function renderChecksPage({ checks }: CatalogueOptions): string {
  const rows = checks.map(({ id, title, covers }) => [
    `<a id="${id}"></a>\`${id}\``,
    escapeMarkdown(title),
    codeLines(covers),
  ]);
  return `# Checks\n\nThe checks that a run can execute. \`--only NAME\` runs a single check.\n\n${markdownTable(["Check", "Tested behavior", "Requirements"], rows)}\n`;
}

export function renderFaultsPage({ faults }: CatalogueOptions): string {
  const rows = faults.map(({ name, summary, breaks }) => [
    `<a id="${name}"></a>\`${name}\``,
    escapeMarkdown(summary),
    codeLines(breaks),
  ]);
  return `# Faults

Implementation defects. \`${suiteCommand} self-test\` enables each of them in the reference server and verifies that the checks detect it; \`${suiteCommand} serve --fault NAME\` starts a server with one of them. Faults that break \`controller.*\` are planted in controllers instead of the server.

${markdownTable(["Fault", "Defect", "Requirements that the fault breaks"], rows)}
`;
}

export function renderFreedomsPage(freedoms: readonly FreedomSummary[]): string {
  const rows = freedoms.map((freedom) => [
    `<a id="${freedom.name}"></a>\`${freedom.name}\``,
    lines([freedom.summary, freedom.why].map(escapeMarkdown)),
    lines(freedomSourcesOf(freedom).map(escapeMarkdown)),
    codeLines(declarationsOf(freedom)),
    lines(excusesOf(freedom).map(escapeMarkdown)),
  ]);
  const head = [
    "Freedom",
    "Behavior of the server, and why the contract permits it",
    "Sources",
    "Declared",
    "Other verdicts",
  ];
  return `# Freedoms\n\nBehaviors that a conformant server may have. \`${suiteCommand} self-test\` enables each of them in the reference server and verifies that no check fails; \`${suiteCommand} serve --freedom NAME --write-dialect FILE\` starts such a server and writes the dialect that declares it. If a freedom makes a requirement inapplicable, the run skips it for the stated reason; all other requirements are checked as usual.\n\n${markdownTable(head, rows)}\n`;
}
