import { counted } from "#contract";
import { brokenRequirements } from "../report/broken-causes.ts";
import { levelWords } from "../report/profile-part.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { describeDuration } from "../text/words.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";
import { code, plain } from "./markdown-text.ts";
import { headlineOf, standingOf, troublesOf, violationsOf } from "./standing.ts";

/** How many requirements a summary tells about at length; the others are named in tables. */
const mostDetails = 40;

/** Longest expected or actual in a summary; the record has all of it. */
const longestText = 600;

/** By this, a job finds its own comment again instead of writing another one. */
export const commentMarker = "<!-- status-conformance -->";

/**
 * A summary in Markdown, for a job summary or a comment on a pull request: the verdict first, then what
 * is broken and how to repeat it, then what is open, then all areas in a table.
 */
export function renderMarkdown(report: Report): string {
  const sorted = brokenRequirements(report);
  const broken = sorted.filter((of) => standingOf(of) === "failed");
  const warned = sorted.filter(({ verdict }) => verdict === "warn");
  const open = report.requirements.filter((of) => standingOf(of) === "errored");
  const known = report.requirements.filter(({ verdict }) => verdict === "expected-fail");
  const sections = [
    [commentMarker],
    [`## ${iconOf(report)} ${plain(verdictSentence(report))}`],
    [provenanceOf(report)],
    troublesOf(report).map(({ name, message }) => `- **${plain(name)}**: ${plain(message)}`),
    detailsOf("Broken", broken),
    detailsOf("Broken, but not required", warned),
    tableOf("Open", open),
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

function detailsOf(title: string, list: readonly ReportRequirement[]): readonly string[] {
  if (list.length === 0) return [];
  const rest = list.slice(mostDetails);
  return [
    `### ${title}: ${list.length}`,
    ...list.slice(0, mostDetails).flatMap(detailOf),
    ...(rest.length === 0
      ? []
      : ["", `And ${rest.map(({ requirement }) => code(requirement)).join(", ")}.`]),
  ];
}

function detailOf(of: ReportRequirement): readonly string[] {
  const [first] = violationsOf(of);
  return [
    "",
    `<details><summary><code>${of.requirement}</code> (${levelWords(of)}) ${plain(of.statement)}</summary>`,
    "",
    ...(first === undefined
      ? [`- ${plain(headlineOf(of), longestText)}`]
      : [
          `- expected: ${plain(first.expected, longestText)}`,
          `- actual: ${plain(first.actual, longestText)}`,
          `- case: ${code(first.case, 300)}`,
        ]),
    ...(of.reason === undefined ? [] : [`- note: ${plain(of.reason, longestText)}`]),
    ...(of.cause === undefined ? [] : [`- broken with: ${code(of.cause)}`]),
    ...(of.resembles === undefined ? [] : [`- resembles: ${plain(of.resembles, longestText)}`]),
    ...(of.repeat === undefined ? [] : [`- repeat: ${code(of.repeat, 1_000)}`]),
    `- why: ${plain(of.why)}`,
    ...(of.documentation === undefined ? [] : [`- more: <${of.documentation}>`]),
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
    ...list.map(
      (of) =>
        `| ${code(of.requirement)} | ${levelWords(of)} | ${of.verdict} | ${plain(of.reason ?? headlineOf(of), longestText)} |`,
    ),
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
    "| area | holds | broken | should be mended | open | expected | not asked |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ];
}
