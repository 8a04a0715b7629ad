import { counted, suiteCommand, surveyedRelease } from "#contract";
import type { CatalogueEntry } from "../report/requirement-catalogue.ts";
import { escapeMarkdown, markdownTable } from "./page-markdown.ts";

/** Renders the page of a requirement. Links are relative to `docs/requirements`. */
export function renderRequirementPage(entry: CatalogueEntry): string {
  const parts = [
    `# \`${entry.requirement}\``,
    `**${escapeMarkdown(entry.statement)}**`,
    levelsOf(entry),
    "## Why",
    escapeMarkdown(entry.why),
    "## Where it applies",
    scopeOf(entry),
    ...surveySection(entry),
    ...kubernetesSection(entry),
    "## Checks",
    listOf(
      entry.checks.map(({ id, title }) => named(id, title, "../checks.md")),
      "No check in this release covers this requirement.",
    ),
    "## Faults that break the requirement",
    ...faultSection(entry),
    "## Try it",
    `\`\`\`sh\n${suiteCommand} --endpoint URL --only '${entry.requirement}'\n${suiteCommand} explain ${entry.requirement}\n\`\`\``,
    "## Sources",
    listOf(
      entry.sources.map(
        ({ title, revision, at }) =>
          `${escapeMarkdown(title)}${revision === undefined ? "" : `, ${escapeMarkdown(revision)}`}: ${escapeMarkdown(at)}`,
      ),
      "This requirement follows from other requirements.",
    ),
    `All requirements in this area: [${entry.area}](README.md#${entry.area}).`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function levelsOf({ levels }: CatalogueEntry): string {
  return markdownTable(
    ["Profile", "Level"],
    levels.map(({ profile, level }) => [profile, level]),
  );
}

function scopeOf({ features, minimumInstances }: CatalogueEntry): string {
  const least = minimumInstances === 1 ? "once" : counted(minimumInstances, "time");
  const count = `A run must exercise the requirement at least ${least}; otherwise the verdict is \`inconclusive\`.`;
  if (features.length === 0) return `The requirement applies to every target. ${count}`;
  const list = features.map(
    ({ feature, meaning }) => `- \`${feature}\`: ${escapeMarkdown(meaning)}`,
  );
  return `The requirement applies to targets that support all of these features. ${count}\n\n${list.join("\n")}`;
}

function surveySection({ rows }: CatalogueEntry): readonly string[] {
  if (rows.length === 0) return [];
  const items = rows.map(
    ({ row, level, behaviour }) =>
      `- [${row}](../survey.md#${row}), ${level}: ${escapeMarkdown(behaviour)}`,
  );
  return ["## Survey rows", items.join("\n")];
}

/** Renders the level in the Kubernetes profile, and how a released server behaves. */
function kubernetesSection({ levels, rows }: CatalogueEntry): readonly string[] {
  const own = levels.find(({ profile }) => profile.startsWith("kubernetes/"));
  if (own === undefined) return [];
  const others = levels.filter((of) => of !== own && of.level !== own.level);
  const difference = others.map(
    ({ profile, level }) =>
      `The level is ${own.level} in \`${own.profile}\`, but ${level} in \`${profile}\`.`,
  );
  const findings = rows.flatMap(({ row, finding }) =>
    finding === undefined
      ? []
      : [
          `- ${row}, release ${surveyedRelease}, ${finding.outcome}: ${escapeMarkdown(finding.note)}`,
        ],
  );
  return [
    "## In Kubernetes",
    difference.length === 0
      ? "The requirement applies to API servers as well."
      : difference.join(" "),
    ...(findings.length === 0 ? [] : [findings.join("\n")]),
  ];
}

function faultSection({ faults, requirement }: CatalogueEntry): readonly string[] {
  if (faults.length === 0) return ["No fault in this release breaks this requirement."];
  const [first] = faults;
  return [
    listOf(
      faults.map(({ name, summary }) => named(name, summary, "../faults.md")),
      "",
    ),
    ...(requirement.startsWith("controller.")
      ? []
      : [
          "Start a server with one of these faults to test a client or the suite:",
          `\`\`\`sh\n${suiteCommand} serve --port 4000 --fault ${first?.name ?? ""}\n\`\`\``,
        ]),
  ];
}

function named(name: string, text: string, page: string): string {
  return `[\`${name}\`](${page}#${name}): ${escapeMarkdown(text)}`;
}

function listOf(texts: readonly string[], otherwise: string): string {
  return texts.length === 0 ? otherwise : texts.map((text) => `- ${text}`).join("\n");
}
