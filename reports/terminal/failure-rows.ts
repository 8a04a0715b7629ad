import { counted } from "#contract";
import { mostTelling } from "../report/most-telling.ts";
import { levelWords } from "../report/profile-part.ts";
import type { Report, ReportExchange, ReportRequirement, Violation } from "../report/report.ts";
import { describeEvent } from "../text/describe-event.ts";
import { cutText } from "../text/cut-text.ts";
import { emptyRow, labelledRow, plainRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { exchangeRows } from "./exchange-rows.ts";
import { listNames } from "./list-names.ts";
import { shownLimits } from "./terminal-options.ts";
import type { ShownLimits, Verbosity } from "./terminal-options.ts";

const place = { indent: 3, width: 11 };

/** Everything that is broken, most telling first. Empty where nothing is. */
export function failureRows(report: Report, verbosity: Verbosity): readonly Row[] {
  const broken = brokenRequirements(report);
  const limits = shownLimits(verbosity);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.exchange, exchange]));
  if (broken.length === 0) return [];
  return [
    { spans: [{ text: "Broken", tone: "heading" }] },
    emptyRow,
    ...broken.flatMap((requirement, i) => [
      titleRow(requirement, i + 1),
      ...failureBody(requirement, exchanges, limits),
      emptyRow,
    ]),
  ];
}

/**
 * The broken requirements, the most telling first: those that a known fault breaks in its order, then a
 * MUST before a SHOULD, then the one that is broken in more cases, then in the order of the catalogue.
 */
export function brokenRequirements(report: Report): readonly ReportRequirement[] {
  return report.requirements
    .filter(({ verdict }) => verdict === "fail" || verdict === "flaky" || verdict === "warn")
    .toSorted(
      (left, right) =>
        placeOf(left) - placeOf(right) ||
        levelOf(left) - levelOf(right) ||
        violatingCases(right).length - violatingCases(left).length,
    );
}

function placeOf({ rank }: ReportRequirement): number {
  return rank ?? Number.MAX_SAFE_INTEGER;
}

function levelOf({ level }: ReportRequirement): number {
  return ["MUST", "SHOULD", "MAY"].indexOf(level);
}

function titleRow(of: ReportRequirement, position: number): Row {
  const { requirement, level, verdict } = of;
  const tone = level === "MUST" ? "bad" : "caution";
  const flaky = verdict === "flaky" ? [{ text: " (flaky)" }] : [];
  return {
    label: { text: `${position}.`, tone },
    labelWidth: 3,
    spans: [{ text: requirement, tone }, { text: ` ${levelWords(of)}` }, ...flaky],
  };
}

function failureBody(
  requirement: ReportRequirement,
  exchanges: ReadonlyMap<number, ReportExchange>,
  limits: ShownLimits,
): readonly Row[] {
  const { statement, why, resembles, documentation, repeat, reason } = requirement;
  const first = violationsOf(requirement)[0];
  return [
    plainRow(statement, 3),
    emptyRow,
    ...(reason === undefined ? [] : [labelledRow("because:", reason, place)]),
    ...(first === undefined ? [] : differenceRows(first, limits)),
    ...(first === undefined ? [] : [caseRow(requirement, first, limits)]),
    ...(first === undefined ? [] : historyRows(first, limits)),
    ...(first === undefined ? [] : evidenceRows(first, exchanges, limits)),
    ...(why === "" ? [] : [labelledRow("why:", why, place)]),
    ...(resembles === undefined ? [] : [labelledRow("resembles:", resembles, place)]),
    ...(documentation === undefined
      ? []
      : [{ ...labelledRow("more:", documentation, place), isUnbroken: true }]),
    ...(repeat === undefined
      ? []
      : [{ ...labelledRow("repeat:", repeat, place), isUnbroken: true }]),
  ];
}

function differenceRows({ expected, actual }: Violation, limits: ShownLimits): readonly Row[] {
  return [
    labelledRow("expected:", cutText(expected, limits.textCharacters), place),
    labelledRow("actual:", cutText(actual, limits.textCharacters), place),
  ];
}

function caseRow(requirement: ReportRequirement, first: Violation, limits: ShownLimits): Row {
  const others = violatingCases(requirement).filter((name) => name !== first.case);
  if (others.length === 0) return labelledRow("case:", first.case, place);
  const names = limits.names >= others.length ? `: ${listNames(others, limits.names)}` : "";
  const more = counted(others.length, "more case");
  return labelledRow("case:", `${first.case}, and in ${more}${names}`, place);
}

/** The events of an object behind a violation, those that break the rule marked. */
function historyRows({ history }: Violation, { textCharacters }: ShownLimits): readonly Row[] {
  if (history === undefined) return [];
  const rows = history.events.map((event) =>
    plainRow(`${event.isEvidence ? "▲" : " "} ${cutText(describeEvent(event), textCharacters)}`, 3),
  );
  return [emptyRow, ...rows];
}

function evidenceRows(
  { evidence }: Violation,
  exchanges: ReadonlyMap<number, ReportExchange>,
  limits: ShownLimits,
): readonly Row[] {
  const known = evidence.map((number) => exchanges.get(number)).filter((of) => of !== undefined);
  const about = new Set(known.map((exchange) => exchange.about));
  const shown = mostTelling(known, limits.exchanges);
  const more = known.length - shown.length;
  const unknown = evidence.length - known.length;
  return [
    emptyRow,
    ...shown.flatMap((exchange) => exchangeRows(exchange, about, limits)),
    ...(more > 0 ? [plainRow(`and ${counted(more, "more exchange")} in the record`, 3)] : []),
    ...(unknown > 0
      ? [plainRow(`and ${counted(unknown, "exchange")} that the record does not have`, 3)]
      : []),
    emptyRow,
  ];
}

function violationsOf({ findings }: ReportRequirement): readonly Violation[] {
  return findings.filter((finding) => finding.result === "violated");
}

function violatingCases(requirement: ReportRequirement): readonly string[] {
  return [...new Set(violationsOf(requirement).map((finding) => finding.case))];
}
