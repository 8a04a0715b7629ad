import { counted } from "#contract";
import { verdicts } from "#verdicts";
import { levelWords } from "../report/profile-part.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { emptyRow, plainRow } from "../text/row.ts";
import type { Row, Span, Tone } from "../text/row.ts";
import { toneOf } from "./verdict-tone.ts";
import type { Verbosity } from "./terminal-options.ts";

/**
 * One line for each area of which anything was to be checked, and one for all in which nothing is left to look at; with
 * every requirement below it where the verbosity asks for that.
 */
export function areaRows(report: Report, verbosity: Verbosity): readonly Row[] {
  const chosen = report.requirements.filter(({ verdict }) => verdict !== "excluded");
  const areas = [...new Set(chosen.map(({ area }) => area))].map((area) => ({
    area,
    inside: report.requirements.filter((requirement) => requirement.area === area),
  }));
  const isWhole = verbosity === "verbose";
  const held = isWhole ? [] : areas.filter(({ inside }) => inside.every(isSettled));
  const open = areas.filter((one) => !held.includes(one));
  const labelWidth = 2 + Math.max(0, ...open.map(({ area }) => area.length));
  return [
    { spans: [{ text: "Areas", tone: "heading" }] },
    emptyRow,
    ...open.flatMap(({ area, inside }) => {
      const row: Row = { indent: 2, label: { text: area }, labelWidth, spans: countSpans(inside) };
      return isWhole ? [row, ...inside.flatMap(requirementRows)] : [row];
    }),
    ...heldRows(held),
    emptyRow,
  ];
}

/** Whether there is nothing to look at: it holds, or does not apply. */
function isSettled({ verdict }: ReportRequirement): boolean {
  return verdict === "pass" || verdict === "not-applicable" || verdict === "excluded";
}

type Area = { readonly area: string; readonly inside: readonly ReportRequirement[] };

function heldRows(areas: readonly Area[]): readonly Row[] {
  const passed = areas.map(({ area, inside }) => ({
    area,
    count: inside.filter(({ verdict }) => verdict === "pass").length,
  }));
  const shown = passed.filter(({ count }) => count > 0);
  if (shown.length === 0) return [];
  const text = shown.map(({ area, count }) => `${area} ${count}`).join(", ");
  const label = { text: "pass", tone: "good" } as const;
  return [{ indent: 2, label, labelWidth: 6, spans: [{ text }] }];
}

function countSpans(inside: readonly ReportRequirement[]): readonly Span[] {
  const held = inside.filter(({ verdict }) => verdict === "pass").length;
  const tone: Tone = held === inside.length ? "good" : "plain";
  const others = verdicts.flatMap((verdict): readonly Span[] => {
    const count = inside.filter((requirement) => requirement.verdict === verdict).length;
    if (verdict === "pass" || count === 0) return [];
    return [{ text: ", " }, { text: `${count} ${verdict}`, tone: toneOf(verdict) }];
  });
  return [{ text: `${held} of ${inside.length} pass`, tone }, ...others];
}

function requirementRows(requirement: ReportRequirement): readonly Row[] {
  const { verdict, checks, instances, statement } = requirement;
  const shown = checks.length === 0 ? "no check" : checks.join(", ");
  return [
    {
      indent: 4,
      label: { text: verdict, tone: toneOf(verdict) },
      labelWidth: 16,
      spans: [
        { text: requirement.requirement, tone: "heading" },
        { text: ` ${levelWords(requirement)}` },
      ],
    },
    plainRow(statement, 20),
    plainRow(`${counted(instances, "instance")}; ${shown}`, 20),
  ];
}
