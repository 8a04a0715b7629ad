import { counted } from "#contract";
import { brokenCauses, brokenRequirements } from "../report/broken-causes.ts";
import { levelWords } from "../report/profile-requirements.ts";
import type { Report, ReportRequirement, Violation } from "../report/report.ts";
import { listNames } from "../text/list-names.ts";
import { laneRows, laneTitles } from "../text/lane-rows.ts";
import { remedyFor } from "../report/remedies.ts";
import { whereBroken } from "../report/where-broken.ts";
import { describeDuration } from "../text/durations.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";
import { code, escapeMarkdown } from "./markdown-text.ts";
import { byReason, reasonOf } from "./shared-reasons.ts";
import { headlineOf, standingOf, runErrorsOf, violationsOf } from "./standing.ts";

/** Maximum number of requirements per section whose details a summary shows. The others are only named. */
const maxDetails = 40;

/** Maximum number of requirements that are named in a table row. The others are only counted. */
const mostNames = 10;

/**
 * Maximum length of an expected or actual behavior in a summary, in characters. The record contains the full
 * description.
 */
const longestText = 600;

/** Identifies the comment of a job, so that the next run updates the comment instead of adding another one. */
export const commentMarker = "<!-- status-conformance -->";

/**
 * Renders a Markdown summary for a job summary or a pull request comment: the verdict, failures and how to reproduce
 * them, inconclusive requirements, and a table of all areas.
 */
export function renderMarkdown(report: Report): string {
  const all = brokenRequirements(report);
  const sorted = brokenCauses(report).map(({ lead }) => lead);
  const broken = sorted.filter((of) => standingOf(of) === "failed");
  const warned = sorted.filter(({ verdict }) => verdict === "warn");
  const open = report.requirements.filter((of) => standingOf(of) === "errored");
  const known = report.requirements.filter(({ verdict }) => verdict === "expected-fail");
  const sections = [
    [commentMarker],
    [`## ${iconOf(report)} ${escapeMarkdown(verdictSentence(report))}`],
    [provenanceOf(report)],
    (report.target.remarks ?? []).map((sentence) => `- Note: ${escapeMarkdown(sentence)}`),
    runErrorsOf(report).map(
      ({ name, message }) => `- **${escapeMarkdown(name)}**: ${escapeMarkdown(message)}`,
    ),
    detailsOf(titleOf("Broken", broken, all), broken, report),
    detailsOf(`Broken, but not required: ${warned.length}`, warned, report),
    tableOf("Undecided", open),
    tableOf("Broken as expected", known),
    areaTable(report),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function iconOf({ conclusion, partial }: Report): string {
  switch (conclusion) {
    case "conformant":
      return partial ? "🟡" : "🟢";
    case "violations":
      return "🔴";
    case "errored":
    case "inconclusive":
    case "nothing-ran":
      return "⚪";
  }
}

function provenanceOf(report: Report): string {
  const { suite, target, seed, durationMs, exchangeCount, cases, faultScore } = report;
  const took = durationMs === undefined ? [] : [describeDuration(durationMs)];
  const sent = exchangeCount === undefined ? [] : [counted(exchangeCount, "exchange")];
  const found =
    faultScore === undefined
      ? []
      : [`kill score ${faultScore.caught} of ${counted(faultScore.faults, "planted fault")}`];
  const facts = [counted(cases.length, "case"), ...sent, ...took, `seed ${seed}`, ...found];
  return `${suite.name} ${suite.version} on ${code(target.endpoint, 300)} (dialect ${code(target.dialect, 100)}): ${facts.join(", ")}.`;
}

function titleOf(
  title: string,
  causes: readonly ReportRequirement[],
  all: readonly ReportRequirement[],
): string {
  const ids = new Set(causes.map(({ requirement }) => requirement));
  const together = all.filter(({ requirement, cause = requirement }) => ids.has(cause));
  if (together.length === causes.length) return `${title}: ${causes.length}`;
  return `${title}: ${counted(together.length, "requirement")}, ${counted(causes.length, "cause")}`;
}

function detailsOf(
  title: string,
  list: readonly ReportRequirement[],
  report: Report,
): readonly string[] {
  if (list.length === 0) return [];
  const rest = list.slice(maxDetails);
  return [
    `### ${title}`,
    ...list.slice(0, maxDetails).flatMap((of) => detailOf(of, report)),
    ...(rest.length === 0
      ? []
      : ["", `And ${rest.map(({ requirement }) => code(requirement)).join(", ")}.`]),
  ];
}

function detailOf(of: ReportRequirement, report: Report): readonly string[] {
  const [first] = violationsOf(of);
  const follows = brokenRequirements(report).filter(({ cause }) => cause === of.requirement);
  const { broken, of: total } = whereBroken(of, report);
  const fix = remedyFor(of.requirement);
  return [
    "",
    `**${escapeMarkdown(of.statement)}** ${code(of.requirement)} (${levelWords(of)})`,
    "",
    ...(first === undefined
      ? [`- ${escapeMarkdown(headlineOf(of), longestText)}`]
      : [
          `- expected: ${escapeMarkdown(first.expected, longestText)}`,
          `- actual: ${escapeMarkdown(first.actual, longestText)}`,
          ...(first.steps === undefined
            ? []
            : [`- steps: ${escapeMarkdown(first.steps, longestText)}`]),
          `- case: ${code(first.case, 300)}, ${broken} of ${counted(total, "case")}`,
        ]),
    ...(of.resembles === undefined
      ? []
      : [`- possible cause: ${escapeMarkdown(of.resembles, longestText)}`]),
    ...(fix === undefined ? [] : [`- fix: ${escapeMarkdown(fix)}`]),
    ...(follows.length === 0
      ? []
      : [`- also broken: ${follows.map(({ requirement }) => code(requirement)).join(", ")}`]),
    ...timelineOf(first),
    "",
    "<details><summary>rationale and reproduction</summary>",
    "",
    `- why: ${escapeMarkdown(of.why)}`,
    ...(of.repeat === undefined ? [] : [`- reproduce: ${code(of.repeat, 1_000)}`]),
    ...(of.reason === undefined ? [] : [`- note: ${escapeMarkdown(of.reason, longestText)}`]),
    ...(of.documentation === undefined ? [] : [`- more: <${of.documentation}>`]),
    "",
    "</details>",
  ];
}

/** Renders the events of the object in three columns, if the states that the controller received are known. */
function timelineOf(first: Violation | undefined): readonly string[] {
  const rows = first?.history === undefined ? undefined : laneRows(first.history);
  if (rows === undefined) return [];
  const lanes = Object.keys(laneTitles);
  return [
    "",
    "<details><summary>timeline</summary>",
    "",
    `| time | ${Object.values(laneTitles).join(" | ")} |`,
    `| ---: |${" --- |".repeat(lanes.length)}`,
    ...rows.map(({ lane, time, text, isEvidence }) => {
      const cell = `${isEvidence ? "▲ " : ""}${escapeMarkdown(text, 300)}`;
      return `| ${time} | ${lanes.map((one) => (one === lane ? cell : "")).join(" | ")} |`;
    }),
    "",
    "</details>",
  ];
}

function tableOf(title: string, list: readonly ReportRequirement[]): readonly string[] {
  if (list.length === 0) return [];
  return [
    `### ${title}: ${list.length}`,
    "",
    "| requirement | level | verdict | why |",
    "| --- | --- | --- | --- |",
    ...byReason(list).map((group) => {
      const [first] = group;
      const names = group.map(({ requirement }) => code(requirement));
      return `| ${listNames(names, mostNames)} | ${levelWords(first)} | ${first.verdict} | ${escapeMarkdown(reasonOf(first), longestText)} |`;
    }),
  ];
}

function areaTable({ requirements }: Report): readonly string[] {
  const areas = [...new Set(requirements.map(({ area }) => area))];
  const rows = areas.map((area) => {
    const own = requirements.filter((of) => of.area === area);
    const count = (...verdicts: readonly string[]): number =>
      own.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const cells = [
      count("pass"),
      count("fail", "flaky"),
      count("warn"),
      count("errored", "inconclusive", "untestable"),
      count("expected-fail"),
      count("not-applicable", "excluded"),
    ];
    return `| ${area} | ${cells.join(" | ")} |`;
  });
  return [
    "| area | passed | failed | warnings | undecided | expected | not required |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ];
}
