import {
  counted,
  newestRevision,
  profileLabel,
  profileRevisions,
  surveyedRelease,
} from "#contract";
import type { Feature, ProfileName, ProfileRevision } from "#contract";
import { faultsByChance } from "../report/kill-table.ts";
import type { CatalogueEntry, CatalogueRow } from "../report/requirement-catalogue.ts";
import type { ReportSource } from "../report/report.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle } from "../text/row.ts";

export interface ListOptions extends TextStyle {
  readonly profile: ProfileName;
  readonly revision?: ProfileRevision;
  /** The feature by which the requirements were filtered, for the title. */
  readonly feature?: Feature;
  readonly withFaults: boolean;
}

/** Renders the requirements of a profile: level, ID, number of checks and faults, and statement. */
export function renderList(entries: readonly CatalogueEntry[], options: ListOptions): string {
  const checked = entries.filter(({ checks }) => checks.length > 0).length;
  const which = options.feature === undefined ? "" : ` that need ${options.feature}`;
  const own = entries.filter(({ isExtension }) => isExtension === true).length;
  const beside = own === 0 ? "" : `, ${own} of them from extensions, not from the profile`;
  const { profile, revision = newestRevision } = options;
  const title = `${profileLabel(profile, revision)}: ${counted(entries.length, "requirement")}${which}, ${checked} with a check${beside}`;
  return renderRows(
    [
      { spans: [{ text: title, tone: "heading" }] },
      plainRow(`Revisions: ${profileRevisions.join(", ")}`, 0),
      ...(options.withFaults ? [plainRow(describeFaults(entries), 0)] : []),
      emptyRow,
      ...entries.flatMap((entry) => entryRows(entry, options)),
    ],
    options,
  );
}

export interface EntryOptions extends TextStyle {
  /** URL of the requirement's page, or its path in the documentation. None by default. */
  readonly documentation?: string;
}

export function renderEntry(
  entry: CatalogueEntry,
  { documentation, ...style }: EntryOptions,
): string {
  const { requirement, statement, why, minimumInstances } = entry;
  return renderRows(
    [
      { spans: [{ text: requirement, tone: "heading" }] },
      emptyRow,
      plainRow(statement, 2),
      emptyRow,
      ...detailRows(
        "level",
        entry.levels.map(({ profile, level }) => `${level} in ${profile}`),
      ),
      ...detailRows("why", why === "" ? [] : [why]),
      ...detailRows(
        "applies",
        entry.features.map(({ feature, meaning }) => `if ${feature} is supported (${meaning})`),
      ),
      ...detailRows("needs", [`at least ${counted(minimumInstances, "instance")} to pass`]),
      ...detailRows("survey", entry.rows.map(describeRow)),
      ...detailRows("sources", entry.sources.map(describeSource)),
      ...detailRows("checks", orNone(entry.checks.map(({ id, title }) => `${id}: ${title}`))),
      ...detailRows(
        "faults",
        orNone(entry.faults.map(({ name, summary }) => `${name}: ${summary}`)),
      ),
      ...detailRows("page", documentation === undefined ? [] : [documentation]),
    ],
    style,
  );
}

export function renderCatalogueJson(data: CatalogueEntry | readonly CatalogueEntry[]): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}

function describeFaults(entries: readonly CatalogueEntry[]): string {
  const names = new Set(entries.flatMap(({ faults }) => faults.map(({ name }) => name)));
  const rare = [...names].filter((name) => faultsByChance().has(name)).length;
  return `Faults: ${names.size}, and the kill score counts ${names.size - rare}${rare === 0 ? "" : "; the others are detected only by chance"}`;
}

function entryRows(entry: CatalogueEntry, { profile, withFaults }: ListOptions): readonly Row[] {
  const { requirement, statement, checks, faults } = entry;
  const of =
    entry.isExtension === true
      ? entry.levels[0]
      : entry.levels.find((one) => one.profile === profile);
  const level = of?.level ?? "not-asked";
  const counts = `${counted(checks.length, "check")}, ${counted(faults.length, "fault")}`;
  return [
    {
      label: { text: level },
      labelWidth: 8,
      spans: [{ text: requirement, tone: "heading" }, { text: ` (${counts})` }],
    },
    plainRow(statement, 8),
    ...(withFaults ? faults : []).map(({ name, summary }) =>
      labelledRow("fault", `${name}: ${summary}`, { indent: 8, width: 7 }),
    ),
  ];
}

function detailRows(label: string, texts: readonly string[]): readonly Row[] {
  return texts.map((text, i) => labelledRow(i === 0 ? label : "", text, { indent: 2, width: 10 }));
}

function orNone(texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? ["none in this release"] : texts;
}

/** Describes the surveyed behavior, with a correction if a running server behaves differently. */
function describeRow({ row, level, behaviour, finding }: CatalogueRow): string {
  const text = `${row}, ${level}: ${behaviour}`;
  if (finding?.outcome !== "corrected") return text;
  return `${text} Seen on Kubernetes ${surveyedRelease}: ${finding.note}`;
}

function describeSource({ title, revision, at }: ReportSource): string {
  return revision === undefined ? `${title}: ${at}` : `${title}, ${revision}: ${at}`;
}
