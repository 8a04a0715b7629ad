import { counted, suiteCommand } from "#contract";
import { brokenCauses, violatedCases } from "../report/broken-causes.ts";
import type { BrokenCause } from "../report/broken-causes.ts";
import { decidingExchange } from "../report/deciding.ts";
import { mostRelevant } from "../report/most-relevant.ts";
import { levelWords } from "../report/profile-requirements.ts";
import type {
  Report,
  ReportCall,
  ReportExchange,
  ReportRequirement,
  Violation,
} from "../report/report.ts";
import { remedyFor } from "../report/remedies.ts";
import { describeSplit, whereBroken } from "../report/where-broken.ts";
import { describeEvent } from "../text/describe-event.ts";
import { truncateText } from "../text/truncate-text.ts";
import { laneRows, laneTitles } from "../text/lane-rows.ts";
import type { LaneRow } from "../text/lane-rows.ts";
import { describePremises } from "../text/premises.ts";
import { emptyRow, labelledRow, plainRow } from "../text/row.ts";
import type { Row } from "../text/row.ts";
import { quoteForShell } from "../text/shell-command.ts";
import { curlCommand } from "./curl-command.ts";
import { exchangeRows, shortExchange } from "./exchange-rows.ts";
import { listNames } from "../text/list-names.ts";
import { shownLimits } from "./terminal-options.ts";
import type { ShownLimits, Verbosity } from "./terminal-options.ts";

const place = { indent: 3, width: 11 };

const usualRecordPath = "conformance-results/run.ndjson";

interface CardContext {
  readonly report: Report;
  readonly exchanges: ReadonlyMap<number, ReportExchange>;
  readonly limits: ShownLimits;
  readonly recordPath: string | undefined;
}

/**
 * Renders all failures, most relevant first: one card per cause, with its consequences. If there are many causes, only
 * the first cards are complete, and a few more are short. Verbose output has one card per requirement.
 */
export function failureRows(
  report: Report,
  verbosity: Verbosity,
  recordPath?: string,
): readonly Row[] {
  const causes = brokenCauses(report);
  if (causes.length === 0) return [];
  const limits = shownLimits(verbosity);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.exchange, exchange]));
  const context: CardContext = { report, exchanges, limits, recordPath };
  const isWhole = verbosity === "verbose";
  const shown = isWhole ? causes : causes.slice(0, limits.cards);
  return [
    { spans: [{ text: headingOf(causes), tone: "heading" }] },
    emptyRow,
    ...shown.flatMap((cause, i) =>
      isWhole || i < limits.fullCards
        ? fullCard(cause, i + 1, context)
        : shortCard(cause, i + 1, context),
    ),
    ...furtherCauses(causes.slice(shown.length), shown.length, recordPath),
  ];
}

function headingOf(causes: readonly BrokenCause[]): string {
  const broken = causes.reduce((sum, { follows }) => sum + 1 + follows.length, 0);
  if (causes.length === broken) return "Broken";
  return `Broken: ${counted(broken, "requirement")}, ${counted(causes.length, "cause")}`;
}

function fullCard(
  { lead, follows }: BrokenCause,
  position: number,
  context: CardContext,
): readonly Row[] {
  return [
    titleRow(lead, position),
    ...failureBody(lead, position, context),
    ...followingRows(follows, context),
    emptyRow,
    ...(context.limits.showsRepeat
      ? follows.flatMap((of) => [titleRow(of), ...failureBody(of, undefined, context), emptyRow])
      : []),
  ];
}

function shortCard(
  { lead, follows }: BrokenCause,
  position: number,
  context: CardContext,
): readonly Row[] {
  const first = violationsOf(lead)[0];
  const { exchanges, limits } = context;
  const known = (first?.evidence ?? []).flatMap((number) => exchanges.get(number) ?? []);
  const deciding = first === undefined ? undefined : decidingExchange(first, known);
  return [
    titleRow(lead, position),
    plainRow(lead.statement, 3),
    ...(first === undefined
      ? []
      : differenceRows(first, { ...limits, textCharacters: limits.shortTextCharacters })),
    ...(first === undefined ? [] : [whereRow(lead, first, context)]),
    ...(deciding === undefined ? [] : [labelledRow("evidence:", shortExchange(deciding), place)]),
    ...possibleCauseRows(lead),
    ...reproduceRows(position, context),
    ...followingRows(follows, context),
    emptyRow,
  ];
}

function furtherCauses(
  causes: readonly BrokenCause[],
  shown: number,
  recordPath: string | undefined,
): readonly Row[] {
  if (causes.length === 0) return [];
  const details =
    recordPath === undefined
      ? []
      : [suiteCommandRow("details:", ["report", recordPath, "--verbose"])];
  return [...causes.map(({ lead }, i) => titleRow(lead, shown + i + 1)), ...details, emptyRow];
}

function followingRows(
  follows: readonly ReportRequirement[],
  { limits }: CardContext,
): readonly Row[] {
  if (follows.length === 0) return [];
  const names = follows.map((of) => `${of.requirement}${of.verdict === "flaky" ? " (flaky)" : ""}`);
  return [labelledRow("follows:", listNames(names, limits.names), place)];
}

function titleRow(of: ReportRequirement, position?: number): Row {
  const { requirement, level, verdict } = of;
  const tone = level === "MUST" ? "bad" : "caution";
  const flaky = verdict === "flaky" ? [{ text: " (flaky)" }] : [];
  return {
    label: { text: position === undefined ? "" : `${position}.`, tone },
    labelWidth: 3,
    spans: [{ text: requirement, tone }, { text: ` ${levelWords(of)}` }, ...flaky],
  };
}

function failureBody(
  requirement: ReportRequirement,
  position: number | undefined,
  context: CardContext,
): readonly Row[] {
  const { statement, why, documentation, verdict, reason } = requirement;
  const { limits } = context;
  const first = violationsOf(requirement)[0];
  return [
    plainRow(statement, 3),
    // The reason of a deterministic failure only states how it was confirmed, so only flaky verdicts show theirs.
    ...(reason === undefined || verdict !== "flaky"
      ? []
      : [labelledRow("because:", reason, place)]),
    ...(first === undefined ? [] : differenceRows(first, limits)),
    ...(first === undefined ? [] : [whereRow(requirement, first, context)]),
    ...premiseRows(requirement, first, limits),
    ...(first === undefined ? [] : historyRows(first, limits)),
    ...(first === undefined ? [] : evidenceRows(first, context)),
    ...(why === "" ? [] : [labelledRow("why:", why, place)]),
    ...possibleCauseRows(requirement),
    ...fixRows(requirement),
    ...(documentation === undefined
      ? []
      : [{ ...labelledRow("more:", documentation, place), isUnbroken: true }]),
    ...(position === undefined ? repeatRows(requirement) : reproduceRows(position, context)),
    ...(limits.showsRepeat && position !== undefined ? repeatRows(requirement) : []),
  ];
}

function possibleCauseRows({ resembles }: ReportRequirement): readonly Row[] {
  return resembles === undefined ? [] : [labelledRow("possible:", resembles, place)];
}

function fixRows({ requirement }: ReportRequirement): readonly Row[] {
  const fix = remedyFor(requirement);
  return fix === undefined ? [] : [labelledRow("fix:", fix, place)];
}

function repeatRows({ repeat }: ReportRequirement): readonly Row[] {
  if (repeat === undefined) return [];
  return [{ ...labelledRow("command:", repeat, place), isUnbroken: true }];
}

/** Refers to the finding by number, because the record contains the command, the seed and the case. */
function reproduceRows(position: number, { recordPath }: CardContext): readonly Row[] {
  if (recordPath === undefined) return [];
  const isUsual = recordPath === usualRecordPath;
  const words = ["reproduce", String(position), ...(isUsual ? [] : [recordPath])];
  return [suiteCommandRow("reproduce:", words)];
}

function suiteCommandRow(label: string, words: readonly string[]): Row {
  const command = [suiteCommand, ...words.map(quoteForShell)].join(" ");
  return { ...labelledRow(label, command, place), isUnbroken: true };
}

function differenceRows(
  { expected, actual, steps }: Violation,
  limits: ShownLimits,
): readonly Row[] {
  return [
    labelledRow("expected:", truncateText(expected, limits.textCharacters), place),
    labelledRow("actual:", truncateText(actual, limits.textCharacters), place),
    ...(steps === undefined
      ? []
      : [labelledRow("steps:", truncateText(steps, limits.textCharacters), place)]),
  ];
}

function premiseRows(
  { verdict, reason }: ReportRequirement,
  first: Violation | undefined,
  { showsRepeat }: ShownLimits,
): readonly Row[] {
  const all = [
    ...(first?.premises === undefined ? [] : [describePremises(first.premises, showsRepeat)]),
    ...(reason === undefined || verdict === "flaky" ? [] : [reason]),
  ];
  return all.length === 0 ? [] : [labelledRow("based on:", all.join("; "), place)];
}

/** Renders the case that shows the violation, the number of failing cases, and how they differ from passing cases. */
function whereRow(requirement: ReportRequirement, first: Violation, context: CardContext): Row {
  const { broken, of, kinds, operations } = whereBroken(requirement, context.report);
  const { names: mostNames } = context.limits;
  const differences = [
    describeSplit("through", operations, mostNames),
    describeSplit("on", kinds, mostNames),
  ];
  const count = of > 1 ? [`${broken} of ${counted(of, "case")}`] : [];
  const others = violatedCases(requirement).filter((name) => name !== first.case);
  const isNamed = context.limits.showsRepeat && others.length > 0;
  const also = isNamed ? [`also ${listNames(others, context.limits.names)}`] : [];
  const parts = [first.case, ...count, ...differences.filter((text) => text !== ""), ...also];
  return labelledRow("case:", parts.join("; "), place);
}

/** Renders the events about the object of a violation, and highlights those that violate the rule. */
function historyRows({ history }: Violation, { textCharacters }: ShownLimits): readonly Row[] {
  if (history === undefined) return [];
  const lanes = laneRows(history);
  if (lanes !== undefined) {
    const heading = `${Object.values(laneTitles).join(", ")} (▲ breaks the rule)`;
    return [emptyRow, labelledRow("timeline:", heading, place), ...lanes.map(laneRow)];
  }
  const rows = history.events.map((event) =>
    plainRow(
      `${event.isEvidence ? "▲" : " "} ${truncateText(describeEvent(event), textCharacters)}`,
      3,
    ),
  );
  return [emptyRow, ...rows];
}

const lanePlace = { indent: 3, width: 20 };

function laneRow({ isEvidence, time, label, text }: LaneRow): Row {
  const mark = isEvidence ? "▲" : " ";
  return labelledRow(`${mark} ${time.padStart(9)}  ${label}`, text, lanePlace);
}

function evidenceRows(
  violation: Violation,
  { exchanges, limits, report }: CardContext,
): readonly Row[] {
  const { evidence } = violation;
  const known = evidence.map((number) => exchanges.get(number)).filter((of) => of !== undefined);
  const about = new Set(known.map((exchange) => exchange.about));
  const deciding = decidingExchange(violation, known);
  const shown = mostRelevant(known, limits.exchanges, deciding);
  const more = known.length - shown.length;
  const unknown = evidence.length - known.length;
  return [
    emptyRow,
    ...shown.flatMap((exchange) =>
      limits.showsRepeat || exchange === deciding || exchange.kind === "watch"
        ? exchangeRows(exchange, { about, limits, violation })
        : [plainRow(shortExchange(exchange), 3)],
    ),
    ...(more > 0 ? [plainRow(`and ${counted(more, "more exchange")} in the record`, 3)] : []),
    ...(unknown > 0
      ? [plainRow(`and ${counted(unknown, "exchange")} missing from the record`, 3)]
      : []),
    emptyRow,
    ...(deciding?.kind === "call" ? curlRows(deciding, violation, report.target) : []),
  ];
}

function curlRows(
  call: ReportCall,
  violation: Violation,
  { credentials }: Report["target"],
): readonly Row[] {
  const command = curlCommand(call, violation, credentials);
  if (command === undefined) return [];
  return [{ ...labelledRow("curl:", command, place), isUnbroken: true }];
}

function violationsOf({ findings }: ReportRequirement): readonly Violation[] {
  return findings.filter((finding) => finding.result === "violated");
}
