import { counted, suiteCommand } from "#contract";
import { unreachedBecause, verdicts } from "#verdicts";
import { confidencePercent, excludedRates } from "../report/excluded-rate.ts";
import { firstAttempts } from "../report/first-attempts.ts";
import type { Report } from "../report/report.ts";
import { emptyRow, labelledRow } from "../text/row.ts";
import type { Row, Span, Tone } from "../text/row.ts";
import { describeDuration } from "../text/durations.ts";
import { noticedInAll, noticedText } from "../report/would-notice.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";
import { areasInShort } from "./area-rows.ts";
import type { Verbosity } from "./terminal-options.ts";
import { listNames } from "../text/list-names.ts";
import { toneOf } from "./verdict-tone.ts";

const place = { indent: 2, width: 13 };

export function summaryRows(
  report: Report,
  verbosity: Verbosity,
  recordPath: string | undefined,
): readonly Row[] {
  const isWhole = verbosity === "verbose";
  const areas = areasInShort(report);
  return [
    { spans: [{ text: "Summary", tone: "heading" }] },
    { ...labelledRow("verdicts", "", place), spans: sumSpans(report) },
    ...(isWhole || areas === "" ? [] : [labelledRow("passed", areas, place)]),
    labelledRow("work", describeWork(report), place),
    ...(isWhole || report.conclusion === "conformant"
      ? [...faultScoreRows(report), ...noticedRows(report)]
      : []),
    ...rateRows(report),
    ...unreachedRows(report),
    ...(isWhole || report.leftBehind !== 0 ? leftBehindRows(report) : []),
    ...(recordPath === undefined ? [] : [labelledRow("record", recordPath, place)]),
    emptyRow,
  ];
}

export function verdictRow(report: Report): Row {
  return { spans: [{ text: verdictSentence(report), tone: conclusionTone(report) }] };
}

function sumSpans({ sums, requirements }: Report): readonly Span[] {
  const counts = verdicts
    .filter((verdict) => sums[verdict] > 0)
    .flatMap((verdict): readonly Span[] => [
      { text: ", " },
      { text: `${sums[verdict]} ${verdict}`, tone: toneOf(verdict) },
    ]);
  return [...counts.slice(1), { text: ` (${counted(requirements.length, "requirement")})` }];
}

function describeWork(report: Report): string {
  const { cases, planned, exchangeCount, durationMs } = report;
  const first = firstAttempts(report).length;
  const again = cases.length - first;
  return [
    `${first} of ${counted(planned.cases, "case")}`,
    ...(again === 0 ? [] : [counted(again, "rerun")]),
    ...(exchangeCount === undefined ? [] : [counted(exchangeCount, "exchange")]),
    ...(durationMs === undefined ? [] : [describeDuration(durationMs)]),
  ].join(", ");
}

function faultScoreRows({ faultScore }: Report): readonly Row[] {
  if (faultScore === undefined) return [];
  const { caught, faults } = faultScore;
  return [labelledRow("kill score", `${caught} of ${counted(faults, "planted fault")}`, place)];
}

function noticedRows(report: Report): readonly Row[] {
  const all = noticedInAll(report);
  if (all === undefined) return [];
  const less =
    all.less.length === 0 ? "" : `; fewer than on the reference server: ${listNames(all.less, 3)}`;
  return [labelledRow("passes", `detect ${noticedText(all)}${less}`, place)];
}

function rateRows(report: Report): readonly Row[] {
  const rates = excludedRates(report);
  if (rates.length === 0) return [];
  const text = `detectable with ${confidencePercent} % probability: ${rates.join(", ")}`;
  return [labelledRow("rare faults", text, place)];
}

function unreachedRows({ cases }: Report): readonly Row[] {
  const byReason = new Map<string, string[]>();
  for (const { case: name, problem } of cases) {
    const reason = unreachedBecause(problem);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].map(([reason, names]) => {
    const text = `${counted(names.length, "case")}, because ${reason}: ${listNames(names, 8)}`;
    return { ...labelledRow("not reached", "", place), spans: [{ text, tone: "caution" }] };
  });
}

function leftBehindRows({ leftBehind }: Report): readonly Row[] {
  if (leftBehind === undefined) {
    const text = `unknown; ${suiteCommand} cleanup deletes what is left`;
    return [labelledRow("left behind", text, place)];
  }
  if (leftBehind === 0) return [labelledRow("left behind", "nothing", place)];
  const text = `${counted(leftBehind, "object")}; ${suiteCommand} cleanup deletes them`;
  return [{ ...labelledRow("left behind", "", place), spans: [{ text, tone: "caution" }] }];
}

function conclusionTone({ conclusion }: Report): Tone {
  switch (conclusion) {
    case "conformant":
      return "good";
    case "violations":
      return "bad";
    case "errored":
    case "inconclusive":
    case "nothing-ran":
      return "caution";
  }
}
