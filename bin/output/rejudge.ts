import { checks } from "#checks";
import { controllerChecks, observationFold } from "#wings/controllers";
import { knownFaults } from "../config/known-faults.ts";
import { ReportBuilder } from "#reports";
import type { Report } from "#reports";
import { applyBaseline, contractDigest, NotJudgeable, RecordJudge, sumOf } from "#verdicts";
import type { Baseline, FooterLine, HeaderLine, VerdictLine } from "#verdicts";
import { noExtensions } from "../config/extension-parts.ts";
import type { Extensions } from "../config/extension-parts.ts";
import { UsageError } from "../process/program-errors.ts";
import { buildReportFrom, readRecordFile } from "./load-record.ts";
import { baselineRunOf } from "./renew-baseline.ts";
import { readSuite } from "../process/version.ts";

export interface Rejudged {
  readonly header: HeaderLine;
  readonly recorded: readonly VerdictLine[];
  readonly verdicts: readonly VerdictLine[];
  readonly report: Report;
  readonly unknownChecks: readonly string[];
}

export interface RejudgeOptions {
  readonly baseline?: Baseline;
  readonly extensions?: Extensions;
}

/** Judges a record again, offline. Uses the baseline of the record unless another one is given. */
export async function rejudge(path: string, options: RejudgeOptions = {}): Promise<Rejudged> {
  const { baseline: given, extensions = noExtensions } = options;
  const judge = new RecordJudge({
    checks: [...checks, ...controllerChecks(), ...extensions.checks],
    knownFaults: knownFaults(extensions.faults),
    observation: observationFold,
  });
  const builder = new ReportBuilder({ isRecalled: true });
  const recorded: VerdictLine[] = [];
  let header: HeaderLine | undefined;
  let footer: FooterLine | undefined;
  try {
    for await (const line of readRecordFile(path)) {
      const judged = judge.add(line);
      if (line.line === "verdict") recorded.push(line);
      else if (line.line === "footer") footer = line;
      else if (line.line === "header") {
        header = line;
        builder.add(ofToday(line, given));
      } else builder.add(judged);
    }
  } catch (error) {
    throw error instanceof NotJudgeable ? unjudgeable(path, error) : error;
  }
  if (header === undefined) throw new Error("a record without a header was accepted");
  const baseline = given ?? header.baseline;
  const run = baselineRunOf({ ...builder.build(), complete: footer !== undefined });
  const raw = judge.verdicts();
  const { lines, problems } =
    baseline === undefined ? { lines: raw, problems: [] } : applyBaseline(raw, baseline, run);
  for (const line of lines) builder.add(line);
  if (footer !== undefined) {
    const { baselineProblems: _, ...rest } = footer;
    const trouble = problems.length === 0 ? {} : { baselineProblems: problems };
    builder.add({ ...rest, sums: sumOf(lines), ...trouble });
  }
  const report = await buildReportFrom(builder, path);
  return { header, recorded, verdicts: lines, report, unknownChecks: judge.unknownChecks };
}

/** Replaces the release in the header with this release, because the verdicts are based on its requirements. */
function ofToday(header: HeaderLine, baseline: Baseline | undefined): HeaderLine {
  return {
    ...header,
    suite: readSuite(),
    contract: contractDigest(header.profile, header.revision),
    ...(baseline === undefined ? {} : { baseline }),
  };
}

function unjudgeable(path: string, cause: NotJudgeable): UsageError {
  return new UsageError(`${path}: ${cause.message}`, {
    fix: "Judge the record with the release that wrote it, or run the checks again.",
    cause,
  });
}
