import { isRequirementId } from "#contract";
import {
  diffReports,
  OperationUses,
  renderDiff,
  renderDiffJson,
  renderDiffMarkdown,
  ReportBuilder,
  schemaChanges,
} from "#reports";
import type { DiffOptions, OperationUse, Report, ReportDiff, SchemaChange } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { buildReportFrom, loadReport, readRecordFile } from "../output/load-record.ts";
import { recordPathOf } from "../output/record-files.ts";
import { parseChoice } from "../options/option-values.ts";
import { rejudge } from "../output/rejudge.ts";
import { readSuite } from "../process/version.ts";
import type { World } from "../process/world.ts";

export interface DiffCall {
  readonly before: string;
  readonly after: string;
  readonly format: string;
  /** Exit with 1 after a breaking schema change, even if no verdict changed. */
  readonly failOnSchema?: boolean;
  readonly color: boolean;
}

export const diffFormats = ["text", "markdown", "json"] as const;

/**
 * Reports what changed between two runs, and why. Fails if a MUST regressed. Breaking schema changes fail the command
 * only with `--fail-on-schema`, because the relevant ones change verdicts anyway.
 */
export async function diff(call: DiffCall, world: World): Promise<Ending> {
  const format = parseChoice("--format", call.format, diffFormats);
  const { report: before, uses } = await loadWithUses(call.before);
  const after = await loadReport(call.after);
  const rejudged = await verdictsOfToday(call.before, before, after);
  const difference = diffReports(before, after, {
    ...(rejudged === undefined ? {} : { rejudged }),
    schema: changesOf(before, after, uses),
    failsOnSchema: call.failOnSchema === true,
  });
  const text = render(difference, format, { ...appearanceOf(world.out, world, call) });
  if (format === "text") world.out.write(text);
  else world.out.writeDocument(text);
  return difference.isWorse ? { ending: "judged", conclusion: "violations" } : { ending: "done" };
}

function render(
  difference: ReportDiff,
  format: (typeof diffFormats)[number],
  style: Parameters<typeof renderDiff>[1],
): string {
  switch (format) {
    case "text":
      return renderDiff(difference, style);
    case "markdown":
      return renderDiffMarkdown(difference);
    case "json":
      return renderDiffJson(difference);
  }
}

async function loadWithUses(
  place: string,
): Promise<{ readonly report: Report; readonly uses: OperationUse }> {
  const path = recordPathOf(place);
  const builder = new ReportBuilder({ isRecalled: true });
  const operations = new OperationUses();
  for await (const line of readRecordFile(path, "unresolved")) {
    builder.add(line);
    operations.add(line);
  }
  return { report: await buildReportFrom(builder, path), uses: operations.uses };
}

/**
 * Re-evaluates the first run with this release's judges if another release judged it, and this release judged the
 * second run.
 */
async function verdictsOfToday(
  place: string,
  before: Report,
  after: Report,
): Promise<DiffOptions["rejudged"]> {
  const isSame = before.suite.version === after.suite.version && before.contract === after.contract;
  if (isSame || after.suite.version !== readSuite().version) return undefined;
  try {
    const { verdicts } = await rejudge(recordPathOf(place));
    // Judges of extensions are not loaded.
    const own = verdicts.filter(({ requirement }) => isRequirementId(requirement));
    return new Map(own.map(({ requirement, verdict }) => [requirement, verdict]));
  } catch (error) {
    // A record that lacks data for the current judges keeps its own verdicts.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function changesOf(before: Report, after: Report, uses: OperationUse): readonly SchemaChange[] {
  const [old, now] = [before.target.schema, after.target.schema];
  if (old === undefined || now === undefined) return [];
  try {
    return schemaChanges(old, now, uses);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the schema in one of the records is invalid: ${detail}`, {
      fix: "Compare unmodified records.",
      cause: error,
    });
  }
}
