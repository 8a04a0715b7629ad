import { counted } from "#contract";
import { escapeMarkdown, code } from "../formats/markdown-text.ts";
import { emptyRow, labelledRow, plainRow, renderRows } from "../text/row.ts";
import type { Row, TextStyle, Tone } from "../text/row.ts";
import type { ReportDiff, VerdictChange } from "./diff-reports.ts";
import type { SchemaChange } from "./schema-changes.ts";
import { jsonText } from "../text/json-text.ts";

/** Maximum number of requirements at risk in the text output. The JSON output lists all of them. */
const maxNamed = 8;

const place = { indent: 4, width: 11 };

/** Renders a comparison for a terminal. The worst changes come first, and the conclusion comes last. */
export function renderDiff(diff: ReportDiff, style: TextStyle): string {
  const { before, after } = diff;
  return renderRows(
    [
      plainRow(
        `before: run ${before.run} of ${before.endpoint}, ${before.startedAt}, ${before.suite}`,
      ),
      plainRow(`after:  run ${after.run} of ${after.endpoint}, ${after.startedAt}, ${after.suite}`),
      ...[...diff.suite, ...diff.configuration].map((line) => plainRow(line, 2)),
      emptyRow,
      ...byCause(ordered(diff.changes)).flatMap(changeRows),
      ...diff.schema.flatMap((change) => schemaRows(change, worseIn(diff))),
      { spans: [{ text: sentenceOf(diff), tone: diff.isWorse ? "bad" : "good" }] },
    ],
    style,
  );
}

/** Renders a comparison as Markdown, for a pull request comment. */
export function renderDiffMarkdown(diff: ReportDiff): string {
  const { before, after } = diff;
  const changed = [...diff.suite, ...diff.configuration];
  const sections = [
    [
      "<!-- status-conformance-diff -->",
      `## ${diff.isWorse ? "🔴" : "🟢"} ${escapeMarkdown(sentenceOf(diff))}`,
    ],
    [
      `Comparison of run ${code(before.run)} on ${code(before.endpoint, 300)} with run ${code(after.run)} on ${code(after.endpoint, 300)}.`,
    ],
    changed.map((line) => `- ${escapeMarkdown(line)}`),
    changeTable(byCause(ordered(diff.changes))),
    schemaTable(diff.schema, worseIn(diff)),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

export function renderDiffJson(diff: ReportDiff): string {
  return jsonText(diff);
}

/** A change, and those of its consequences that changed in the same direction. */
interface CausedChange {
  readonly change: VerdictChange;
  readonly follows: readonly VerdictChange[];
}

function byCause(changes: readonly VerdictChange[]): readonly CausedChange[] {
  const leadOf = (one: VerdictChange): VerdictChange | undefined =>
    changes.find(
      ({ requirement, direction }) => requirement === one.follows && direction === one.direction,
    );
  return changes
    .filter((one) => leadOf(one) === undefined)
    .map((change) => ({ change, follows: changes.filter((one) => leadOf(one) === change) }));
}

function changeRows({ change, follows }: CausedChange): readonly Row[] {
  const { requirement, level, cause, because, says, where, possible } = change;
  return [
    {
      label: { text: change.direction, tone: toneOf(change) },
      labelWidth: 8,
      spans: [{ text: `${requirement} (${level}): ${stepOf(change)}` }],
    },
    labelledRow("cause:", `${cause}: ${because}`, place),
    ...(where === undefined ? [] : [labelledRow("where:", where, place)]),
    labelledRow("detail:", says.slice(0, 600), place),
    ...(possible === undefined ? [] : [labelledRow("possible:", possible, place)]),
    ...(follows.length === 0
      ? []
      : [labelledRow("follows:", follows.map((one) => one.requirement).join(", "), place)]),
    emptyRow,
  ];
}

function worseIn({ changes }: ReportDiff): ReadonlySet<string> {
  const worse = changes.filter(({ direction }) => direction === "worse");
  return new Set(worse.map(({ requirement }) => requirement));
}

function schemaRows(
  { severity, description, atRisk }: SchemaChange,
  worse: ReadonlySet<string>,
): readonly Row[] {
  const broken = atRisk.filter((requirement) => worse.has(requirement));
  return [
    {
      label: { text: severity, tone: broken.length > 0 ? "bad" : "caution" },
      labelWidth: 10,
      spans: [{ text: description }],
    },
    labelledRow("at risk:", namesOf(atRisk), place),
    labelledRow("worse:", broken.length === 0 ? "none of them" : namesOf(broken), place),
    emptyRow,
  ];
}

function changeTable(changes: readonly CausedChange[]): readonly string[] {
  if (changes.length === 0) return [];
  return [
    "| | requirement | level | before → after | where | cause |",
    "| --- | --- | --- | --- | --- | --- |",
    ...changes.map(
      ({ change, follows }) =>
        `| ${change.direction} | ${[change, ...follows].map(({ requirement }) => code(requirement)).join(", ")} | ${change.level} | ${stepOf(change)} | ${escapeMarkdown(change.where ?? "", 300)} | ${change.cause}: ${escapeMarkdown(change.because, 300)} |`,
    ),
  ];
}

function schemaTable(
  changes: readonly SchemaChange[],
  worse: ReadonlySet<string>,
): readonly string[] {
  if (changes.length === 0) return [];
  return [
    "### Schema used by the checks",
    "",
    "| | change | requirements at risk | got worse |",
    "| --- | --- | --- | --- |",
    ...changes.map(({ severity, description, atRisk }) => {
      const broken = atRisk.filter((requirement) => worse.has(requirement));
      const fallen = broken.length === 0 ? "none" : namesOf(broken);
      return `| ${severity} | ${escapeMarkdown(description, 500)} | ${escapeMarkdown(namesOf(atRisk))} | ${escapeMarkdown(fallen)} |`;
    }),
  ];
}

function stepOf({ before, after, levelBefore, hasNewFindings }: VerdictChange): string {
  const [was, is] = [before, after].map((verdict) => verdict ?? "not required");
  if (was !== is) return `${was} → ${is}`;
  const findings = hasNewFindings === true ? ", with different findings" : "";
  const level = levelBefore === undefined ? "" : `, but ${levelBefore} in the first run`;
  return `${is} in both${findings}${level}`;
}

function namesOf(names: readonly string[]): string {
  const more = names.length - maxNamed;
  const named = names.slice(0, maxNamed).join(", ");
  if (named === "") return "no verdict";
  return more > 0 ? `${named} and ${more} more` : named;
}

function ordered(changes: readonly VerdictChange[]): readonly VerdictChange[] {
  const places = ["worse", "other", "better"];
  return changes.toSorted(
    (left, right) => places.indexOf(left.direction) - places.indexOf(right.direction),
  );
}

function toneOf({ direction }: VerdictChange): Tone {
  switch (direction) {
    case "worse":
      return "bad";
    case "better":
      return "good";
    case "other":
      return "caution";
  }
}

function sentenceOf({ changes, schema, isWorse }: ReportDiff): string {
  const count = (direction: VerdictChange["direction"]): number =>
    changes.filter((change) => change.direction === direction).length;
  const breaking = schema.filter(({ severity }) => severity === "breaking").length;
  const causes = byCause(changes).filter(({ change }) => change.direction === "worse").length;
  const by = causes < count("worse") ? ` (${counted(causes, "cause")})` : "";
  const parts = [
    `${counted(count("worse"), "requirement")} worse${by}`,
    `${count("better")} better`,
    `${count("other")} changed in other ways`,
    ...(breaking === 0 ? [] : [`${counted(breaking, "schema change")} that can break clients`]),
  ];
  const verdict = isWorse ? "Worse" : "Not worse";
  return changes.length + schema.length === 0
    ? "Nothing changed."
    : `${verdict}: ${parts.join(", ")}.`;
}
