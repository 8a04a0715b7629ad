import type { Report, ReportRequirement } from "../report/report.ts";
import { explain, headlineOf, shown, standingOf, runErrorsOf, wallTimeOf } from "./standing.ts";
import type { RunError, Standing } from "./standing.ts";
import { element, renderXml } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

interface TestCase {
  readonly standing: Standing;
  readonly node: XmlElement;
}

interface TestSuite {
  readonly name: string;
  readonly timeMs: number;
  readonly cases: readonly TestCase[];
  readonly notes: readonly string[];
}

/**
 * Renders JUnit XML for common CI systems: one suite per area, and one test case per requirement with at most one of
 * `failure`, `error` and `skipped`. A violated SHOULD passes and is reported in `system-out`. Each time is the wall
 * time during which at least one case of the requirement or area was running. Cases overlap, so the times add up to
 * more than the duration of the run. A suite `run` lists other reasons why the run fails.
 */
export function renderJunit(report: Report): string {
  const areas = [...new Set(report.requirements.map(({ area }) => area))];
  const suites = areas.map((area): TestSuite => {
    const own = report.requirements.filter((of) => of.area === area);
    return {
      name: area,
      timeMs: wallTimeOf(new Set(own.flatMap(({ checks }) => checks)), report.cases),
      cases: own.map((of) => caseOf(of, report)),
      notes: own.filter(({ verdict }) => verdict === "warn").flatMap(noteOf),
    };
  });
  const all = [...suites, runSuite(report)];
  const cases = all.flatMap((suite) => suite.cases);
  const root = element(
    "testsuites",
    {
      name: `${report.suite.name} ${report.profile}`,
      tests: cases.length,
      failures: count(cases, "failed"),
      errors: count(cases, "errored"),
      time: seconds(report.durationMs ?? 0),
    },
    all.map((suite, id) => suiteNode(suite, id, report)),
  );
  return renderXml(root);
}

function caseOf(of: ReportRequirement, report: Report): TestCase {
  const timeMs = wallTimeOf(new Set(of.checks), report.cases);
  const standing = standingOf(of);
  const attributes = {
    name: `${of.requirement} ${of.statement}`,
    classname: `${of.isExtension === true ? "extension" : report.profile}.${of.area}`,
    time: seconds(timeMs),
  };
  return { standing, node: element("testcase", attributes, resultOf(of, standing)) };
}

function resultOf(of: ReportRequirement, standing: Standing): readonly XmlElement[] {
  const message = headlineOf(of);
  const body = explain(of).join("\n");
  switch (standing) {
    case "passed":
      return [];
    case "failed":
      return [element("failure", { message, type: of.verdict }, [body])];
    case "errored":
      return [element("error", { message, type: of.verdict }, [body])];
    case "skipped":
      return [element("skipped", { message: `${of.verdict}: ${message}` })];
  }
}

function runSuite(report: Report): TestSuite {
  const runErrors = runErrorsOf(report);
  const cases = runErrors.map((runError): TestCase => {
    const attributes = {
      name: runError.name,
      classname: `${report.profile}.run`,
      time: seconds(0),
    };
    return {
      standing: runError.standing,
      node: element("testcase", attributes, [errorNode(runError)]),
    };
  });
  return { name: "run", timeMs: 0, cases, notes: [] };
}

function errorNode({ standing, message }: RunError): XmlElement {
  const name = standing === "failed" ? "failure" : "error";
  return element(name, { message, type: "run" }, [message]);
}

function suiteNode(
  { name, timeMs, cases, notes }: TestSuite,
  id: number,
  report: Report,
): XmlElement {
  const attributes = {
    id,
    name,
    package: report.profile,
    hostname: "localhost",
    timestamp: report.startedAt.slice(0, "2026-12-31T00:00:00".length),
    tests: cases.length,
    failures: count(cases, "failed"),
    errors: count(cases, "errored"),
    skipped: count(cases, "skipped"),
    time: seconds(timeMs),
  };
  return element("testsuite", attributes, [
    element("properties", {}, propertiesOf(report)),
    ...cases.map(({ node }) => node),
    element("system-out", {}, [notes.join("\n")]),
    element("system-err", {}, [""]),
  ]);
}

function propertiesOf(report: Report): readonly XmlElement[] {
  const { suite, run, profile, contract, seed, target, command } = report;
  const values: Readonly<Record<string, string | number>> = {
    suite: `${suite.name} ${suite.version}`,
    run,
    profile,
    contract,
    endpoint: shown(target.endpoint),
    seed,
    command: shown(command),
  };
  return Object.entries(values).map(([name, value]) => element("property", { name, value }));
}

function noteOf(of: ReportRequirement): readonly string[] {
  return [of.requirement, ...explain(of).map((line) => `  ${line}`)];
}

function count(cases: readonly TestCase[], standing: Standing): number {
  return cases.filter((of) => of.standing === standing).length;
}

function seconds(timeMs: number): string {
  return (timeMs / 1000).toFixed(3);
}
