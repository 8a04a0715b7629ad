import type { Report, ReportRequirement } from "../report/report.ts";
import { explain, headlineOf, shown, spanOf, standingOf, runErrorsOf } from "./standing.ts";
import type { Standing } from "./standing.ts";
import { jsonText } from "../text/json-text.ts";

const specVersion = "0.0.0";

type CtrfStatus = "passed" | "failed" | "skipped" | "other";

interface CtrfTest {
  readonly name: string;
  readonly status: CtrfStatus;
  readonly duration: number;
  readonly [member: string]: unknown;
}

/**
 * Renders the Common Test Report Format, with one test per requirement and its verdict in `rawStatus`. An inconclusive
 * MUST is `other` and never `failed`, because the target did not fail.
 */
export function renderCtrf(report: Report): string {
  const start = Date.parse(report.startedAt);
  const tests = [...report.requirements.map((of) => testOf(of, report)), ...errorTests(report)];
  const count = (status: CtrfStatus): number =>
    tests.filter((test) => test.status === status).length;
  const durationMs = Math.round(report.durationMs ?? 0);
  const document = {
    reportFormat: "CTRF",
    specVersion,
    runId: report.run,
    timestamp: report.startedAt,
    generatedBy: `${report.suite.name} ${report.suite.version}`,
    results: {
      tool: { name: report.suite.name, version: report.suite.version },
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("other"),
        flaky: report.sums.flaky,
        suites: new Set(report.requirements.map(({ area }) => area)).size,
        start,
        stop: start + durationMs,
        duration: durationMs,
        extra: { conclusion: report.conclusion, verdicts: report.sums },
      },
      tests,
      environment: {
        reportName: `${report.profile} of ${shown(report.target.endpoint, 500)}`,
        testEnvironment: shown(report.target.dialect, 200),
        extra: { seed: report.seed, contract: report.contract, command: shown(report.command) },
      },
    },
  };
  return jsonText(document);
}

function testOf(of: ReportRequirement, report: Report): CtrfTest {
  const start = Date.parse(report.startedAt);
  const span = spanOf(of.checks, report.cases) ?? { startedMs: 0, endedMs: 0 };
  const isSilent = of.verdict === "pass";
  return {
    name: `${of.requirement} ${of.statement}`,
    status: statusOf(standingOf(of)),
    duration: Math.round(span.endedMs - span.startedMs),
    start: start + Math.round(span.startedMs),
    stop: start + Math.round(span.endedMs),
    suite: [report.profile, of.area],
    rawStatus: of.verdict,
    ...(isSilent ? {} : { message: headlineOf(of), trace: explain(of).join("\n") }),
    ...(of.verdict === "flaky" ? { flaky: true } : {}),
    tags: [of.level, of.area],
    extra: {
      requirement: of.requirement,
      level: of.level,
      instances: of.instances,
      checks: of.checks,
      ...(of.repeat === undefined ? {} : { repeat: shown(of.repeat) }),
    },
  };
}

function errorTests(report: Report): readonly CtrfTest[] {
  return runErrorsOf(report).map(({ name, standing, message }) => ({
    name,
    status: statusOf(standing),
    duration: 0,
    suite: [report.profile, "run"],
    rawStatus: standing,
    message,
  }));
}

function statusOf(standing: Standing): CtrfStatus {
  switch (standing) {
    case "passed":
    case "failed":
    case "skipped":
      return standing;
    case "errored":
      return "other";
  }
}
