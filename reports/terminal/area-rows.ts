import { counted } from "#contract";
import { verdicts } from "#verdicts";
import { levelWords } from "../report/profile-requirements.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { emptyRow, plainRow } from "../text/row.ts";
import type { Row, Span, Tone } from "../text/row.ts";
import { toneOf } from "./verdict-tone.ts";

/** Renders each area on one line, followed by its requirements. Omits areas in which every requirement is excluded. */
export function areaRows(report: Report): readonly Row[] {
  const areas = areasOf(report);
  const labelWidth = 2 + Math.max(0, ...areas.map(({ area }) => area.length));
  return [
    { spans: [{ text: "Areas", tone: "heading" }] },
    emptyRow,
    ...areas.flatMap(({ area, inside }) => [
      { indent: 2, label: { text: area }, labelWidth, spans: countSpans(inside) },
      ...inside.flatMap(requirementRows),
    ]),
    emptyRow,
  ];
}

/** Renders all areas as a paragraph. Areas with requirements that did not pass come first. */
export function areasInShort(report: Report): string {
  const counts = areasOf(report).map(({ area, inside }) => {
    const required = inside.filter(({ verdict }) => !isLeftOut(verdict));
    return { area, required: required.length, held: required.filter(isHeld).length };
  });
  const open = counts.filter(({ required, held }) => held < required);
  const whole = counts.filter(({ required, held }) => required > 0 && held === required);
  return [
    ...open.map(({ area, required, held }) => `${area} ${held} of ${required}`),
    ...(open.length === 0 || whole.length < 3
      ? whole.map(({ area, required }) => `${area} ${required}`)
      : [`all of ${counted(whole.length, "other area")}`]),
  ].join(", ");
}

interface Area {
  readonly area: string;
  readonly inside: readonly ReportRequirement[];
}

function areasOf({ requirements }: Report): readonly Area[] {
  const chosen = requirements.filter(({ verdict }) => verdict !== "excluded");
  return [...new Set(chosen.map(({ area }) => area))].map((area) => ({
    area,
    inside: requirements.filter((requirement) => requirement.area === area),
  }));
}

function isLeftOut(verdict: ReportRequirement["verdict"]): boolean {
  return verdict === "not-applicable" || verdict === "excluded";
}

function isHeld({ verdict }: ReportRequirement): boolean {
  return verdict === "pass";
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
  const { verdict, checks, instances, reason, statement } = requirement;
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
    // Other verdicts show their reasons in the sections above.
    ...(isHeld(requirement) && reason !== undefined ? [plainRow(reason, 20)] : []),
  ];
}
