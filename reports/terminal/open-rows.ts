import { counted } from "#contract";
import { reasonGroups, undecidedVerdicts } from "../report/reason-groups.ts";
import type { ReasonGroup } from "../report/reason-groups.ts";
import type { Report, ReportFinding } from "../report/report.ts";
import { truncateText } from "../text/truncate-text.ts";
import { emptyRow, labelledRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { listNames } from "../text/list-names.ts";
import { shownLimits } from "./terminal-options.ts";
import type { ShownLimits, Verbosity } from "./terminal-options.ts";
import { toneOf } from "./verdict-tone.ts";

const place = { indent: 2, width: 16 };

const noReason = "no reason given";

/**
 * Renders the requirements that have neither passed nor failed, with the reasons. Inconclusive requirements come first,
 * then expected failures, then skipped ones.
 */
export function openRows(report: Report, verbosity: Verbosity): readonly Row[] {
  const limits = shownLimits(verbosity);
  const isWhole = verbosity === "verbose";
  const open = (group: ReasonGroup): readonly Row[] => openGroupRows(group, limits);
  const short = (group: ReasonGroup): readonly Row[] => shortGroupRows(group, limits);
  const undecided = reasonGroups(report, undecidedVerdicts);
  const expected = reasonGroups(report, ["expected-fail"]);
  const left = reasonGroups(report, ["excluded", "not-applicable"]);
  if (isWhole) {
    return [
      ...sectionRows("Undecided", undecided, { rowsOf: open }),
      ...sectionRows("Broken as expected", expected, { rowsOf: open }),
      ...sectionRows("Skipped", left, { rowsOf: open }),
    ];
  }
  return [
    ...sectionRows("Undecided", undecided, { rowsOf: short, most: limits.groups }),
    ...sectionRows("Broken as expected", expected, { rowsOf: open }),
    ...sectionRows("Skipped", left, { rowsOf: leftOutRows, most: limits.leftOutGroups }),
  ];
}

interface SectionStyle {
  readonly rowsOf: (group: ReasonGroup) => readonly Row[];
  /** Maximum number of groups. Unlimited by default. */
  readonly most?: number;
}

function sectionRows(
  title: string,
  groups: readonly ReasonGroup[],
  { rowsOf, most = groups.length }: SectionStyle,
): readonly Row[] {
  if (groups.length === 0) return [];
  const heading: Row = { spans: [{ text: title, tone: "heading" }] };
  const shown = groups.length > most + 1 ? groups.slice(0, most) : groups;
  const rest = groups.slice(shown.length).flatMap(({ requirements }) => requirements);
  return [
    heading,
    ...shown.flatMap(rowsOf),
    ...(rest.length === 0
      ? []
      : [
          labelledRow(
            "",
            `${restOf(rest.length, shown.length > 0)}: use --verbose for the reasons`,
            place,
          ),
        ]),
    emptyRow,
  ];
}

function restOf(count: number, isMore: boolean): string {
  return isMore ? `and ${counted(count, "more requirement")}` : counted(count, "requirement");
}

/** Renders skipped requirements that have the same reason. More than two requirements are only counted. */
function leftOutRows(group: ReasonGroup): readonly Row[] {
  const { verdict, reason = noReason, requirements } = group;
  const names = requirements.map(({ requirement }) => requirement);
  const which = names.length <= 2 ? names.join(", ") : counted(names.length, "requirement");
  const label = { text: verdict, tone: toneOf(verdict) };
  return [{ ...labelledRow("", `${which}: ${reason}`, place), label }];
}

/**
 * Renders a group of undecided requirements with a truncated reason. The record contains the complete reason.
 */
function shortGroupRows(group: ReasonGroup, limits: ShownLimits): readonly Row[] {
  const { verdict, reason = noReason, isLost } = group;
  const names = listNames(namesAndLevels(group), limits.names);
  const why = truncateText(reason, limits.shortTextCharacters);
  const text = isLost === true ? `${why} (${names})` : `${names}: ${why}`;
  return [{ ...labelledRow("", text, place), label: { text: verdict, tone: toneOf(verdict) } }];
}

function openGroupRows(group: ReasonGroup, limits: ShownLimits): readonly Row[] {
  const { verdict, reason } = group;
  const { repeat, findings } = group.requirements[0];
  const label = { text: verdict, tone: toneOf(verdict) };
  const origin = findings.find((finding) => finding.result !== "held");
  return [
    { ...labelledRow("", listNames(namesAndLevels(group), limits.names), place), label },
    ...(reason === undefined
      ? []
      : [labelledRow("", truncateText(reason, limits.textCharacters), place)]),
    ...(origin === undefined ? [] : [labelledRow("", describeOrigin(origin), place)]),
    ...(repeat === undefined
      ? []
      : [{ ...labelledRow("", `reproduce: ${repeat}`, place), isUnbroken: true }]),
  ];
}

function namesAndLevels({ requirements }: ReasonGroup): readonly string[] {
  return requirements.map(({ requirement, level }) => `${requirement} ${level}`);
}

function describeOrigin({ case: name, evidence }: ReportFinding): string {
  const numbers = listNames(
    evidence.map((exchange) => `#${exchange}`),
    6,
  );
  return numbers === "" ? `in ${name}` : `in ${name}, exchange ${numbers}`;
}
