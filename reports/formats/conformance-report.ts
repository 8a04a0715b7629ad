import { stringify } from "yaml";
import { extensionRequirements, withoutExtensions } from "../report/profile-requirements.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";
import { shown, standingOf, runErrorsOf } from "./standing.ts";

/** Contact details of the tested implementation, which the user provides. */
export interface Implementation {
  readonly organization: string;
  readonly project: string;
  readonly url: string;
  readonly version: string;
  readonly contact: readonly string[];
}

type Result = "success" | "partial" | "failure";

/**
 * Renders a `ConformanceReport` in the format of Gateway API: required features are in `core`, optional features in
 * `extended`, next to the location of the evidence. With skipped or inconclusive requirements, a result is `partial`
 * and never `success`.
 */
export function renderConformanceReport(report: Report, implementation?: Implementation): string {
  const { requirements } = withoutExtensions(report);
  const core = requirements.filter(({ level }) => level === "MUST");
  const extended = requirements.filter(({ level }) => level !== "MUST");
  const own = extensionRequirements(report);
  const document = {
    apiVersion: "conformance.status-subresource/v1",
    kind: "ConformanceReport",
    date: report.endedAt ?? report.startedAt,
    specVersion: report.profile,
    specDigest: report.contract,
    mode: shown(report.target.dialect, 200),
    implementation: implementation ?? unknownImplementation(report),
    profiles: [
      {
        name: report.profile,
        summary: shown(verdictSentence(report)),
        core: partOf(core, report),
        extended: {
          ...partOf(extended, report),
          supportedFeatures: report.target.features.toSorted(),
        },
      },
    ],
    ...(own.length === 0 ? {} : { extensions: partOf(own, report) }),
    featuresSource: featuresSourceOf(report),
    suite: { name: report.suite.name, version: report.suite.version },
    run: { id: report.run, seed: report.seed, command: shown(report.command) },
    ...(report.record === undefined
      ? {}
      : { evidence: { file: report.record.file, sha256: report.record.sha256 } }),
  };
  return stringify(document, { lineWidth: 0 });
}

/**
 * Returns how the features were determined: an endpoint declares them in a dialect, and a Kubernetes API server is
 * probed.
 */
function featuresSourceOf({ target }: Report): string {
  const source = target.protocol === "kubernetes" ? "probed" : "declared";
  return target.byHand === undefined ? source : `${source}, overridden on the command line`;
}

/** Returns placeholders for the publisher of the report to replace, because a record identifies only the endpoint. */
function unknownImplementation({ target }: Report): Implementation {
  const unknown = "unknown";
  return {
    organization: unknown,
    project: unknown,
    url: shown(target.endpoint, 500),
    version: unknown,
    contact: [unknown],
  };
}

function partOf(
  list: readonly ReportRequirement[],
  report: Report,
): Readonly<Record<string, unknown>> {
  const named = (...wanted: readonly string[]): readonly string[] =>
    list.filter(({ verdict }) => wanted.includes(verdict)).map(({ requirement }) => requirement);
  const failed = named("fail", "warn", "flaky");
  const skipped = named("errored", "inconclusive", "untestable", "excluded", "expected-fail");
  const expected = named("expected-fail");
  const isOpen = list.some((of) => standingOf(of) === "errored") || runErrorsOf(report).length > 0;
  return {
    result: resultOf(failed.length, skipped.length, isOpen),
    statistics: {
      passed: named("pass").length,
      failed: failed.length,
      skipped: skipped.length,
      notApplicable: named("not-applicable").length,
    },
    ...(failed.length === 0 ? {} : { failedTests: failed }),
    ...(skipped.length === 0 ? {} : { skippedTests: skipped }),
    ...(expected.length === 0 ? {} : { expectedFailures: expected }),
  };
}

function resultOf(failed: number, skipped: number, isOpen: boolean): Result {
  if (failed > 0) return "failure";
  return skipped > 0 || isOpen ? "partial" : "success";
}
