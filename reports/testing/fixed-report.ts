import { features, isFeature } from "#contract";
import type { Feature, RequirementId } from "#contract";
import { sumOf } from "#verdicts";
import type { RecordLine } from "#verdicts";
import { buildReport } from "../report/report-builder.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { verdictLine } from "./record-lines.ts";

/** Requirements that a fixed report contains in addition to those that did not pass. */
const shown = new Set<RequirementId>(["write.keeps-identity", "watch.ordered"]);

const absent = new Set<Feature>(["watch.expiry", "watch.selector"]);

/**
 * Builds the report on a record, without data that depends on the wording or size of the catalogue. Its snapshots
 * change only if the rendering changes.
 */
export function fixedReport(lines: Iterable<RecordLine>): Report {
  const report = buildReport(lines);
  const requirements = report.requirements
    .filter((of) => shown.has(of.requirement) || isIncluded(of, report))
    .map((of) => ({
      ...of,
      statement: `The rule ${of.requirement} is kept, in all cases that anyone can think of.`,
      why: `Where ${of.requirement} is broken, something that people rely on is lost.`,
      sources: [],
    }));
  return {
    ...report,
    target: { ...report.target, features: offered() },
    requirements,
    sums: sumOf(requirements.map((of) => verdictLine(of.requirement, { verdict: of.verdict }))),
  };
}

/**
 * Excludes passing requirements. For a truncated record, also excludes requirements without findings, because their
 * number depends on the catalogue.
 */
function isIncluded({ verdict, findings }: ReportRequirement, { complete }: Report): boolean {
  return verdict !== "pass" && (complete || findings.length > 0);
}

function offered(): readonly Feature[] {
  return featureNames.filter((feature) => !absent.has(feature));
}

const featureNames: readonly Feature[] = Object.keys(features).filter(isFeature);
