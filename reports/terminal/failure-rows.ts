import { counted } from "#contract";
import { brokenCauses, violatedCases } from "../report/broken-causes.ts";
import type { BrokenCause } from "../report/broken-causes.ts";
import { mostTelling } from "../report/most-telling.ts";
import { levelWords } from "../report/profile-part.ts";
import type { Report, ReportExchange, ReportRequirement, Violation } from "../report/report.ts";
import { describeEvent } from "../text/describe-event.ts";
import { cutText } from "../text/cut-text.ts";
import { describePremises } from "../text/premises.ts";
import { emptyRow, labelledRow, plainRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { exchangeRows } from "./exchange-rows.ts";
import { listNames } from "./list-names.ts";
import { shownLimits } from "./terminal-options.ts";
import type { ShownLimits, Verbosity } from "./terminal-options.ts";

const place = { indent: 3, width: 11 };

/**
 * Everything that is broken, most telling first: a card for each cause, with what is broken with it in a line each,
 * or with cards as well where everything is to be told. Empty where nothing is broken.
 */
export function failureRows(report: Report, verbosity: Verbosity): readonly Row[] {
  const causes = brokenCauses(report);
  const limits = shownLimits(verbosity);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.exchange, exchange]));
  if (causes.length === 0) return [];
  const isWhole = verbosity === "verbose";
  const cards = isWhole ? causes.flatMap(({ lead, follows }) => [lead, ...follows]) : causes;
  return [
    { spans: [{ text: headingOf(causes), tone: "heading" }] },
    emptyRow,
    ...cards.flatMap((card, i) => {
      const { lead, follows } = "lead" in card ? card : { lead: card, follows: [] };
      return [
        titleRow(lead, i + 1),
        ...failureBody(lead, exchanges, limits),
        ...followingRows(follows),
        emptyRow,
      ];
    }),
  ];
}

function headingOf(causes: readonly BrokenCause[]): string {
  const broken = causes.reduce((sum, { follows }) => sum + 1 + follows.length, 0);
  if (causes.length === broken) return "Broken";
  return `Broken: ${counted(broken, "requirement")}, ${counted(causes.length, "cause")}`;
}

function followingRows(follows: readonly ReportRequirement[]): readonly Row[] {
  if (follows.length === 0) return [];
  const are = counted(follows.length, "more requirement is", "more requirements are");
  return [
    emptyRow,
    plainRow(`${are} broken with it:`, 3),
    ...follows.map((of) =>
      plainRow(`${of.requirement} ${levelWords(of)}${of.verdict === "flaky" ? " (flaky)" : ""}`, 5),
    ),
  ];
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
    ...(first === undefined ? [] : premiseRows(first)),
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

/** What the violation rests on, and how that was established. */
function premiseRows({ premises }: Violation): readonly Row[] {
  if (premises === undefined) return [];
  return [labelledRow("rests on:", describePremises(premises), place)];
}

function caseRow(requirement: ReportRequirement, first: Violation, limits: ShownLimits): Row {
  const others = violatedCases(requirement).filter((name) => name !== first.case);
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
