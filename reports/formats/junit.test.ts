import * as fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parse } from "junit2json";
import { describe, expect, it } from "vitest";
import { isJsonObject, profiles, requirementIds } from "#contract";
import { verdicts } from "#verdicts";
import type { RecordLine, Verdict } from "#verdicts";
import { buildReport } from "../report/report-builder.ts";
import { failingRecord } from "../testing/failing-record.ts";
import { hostileRecord, hostileTexts } from "../testing/hostile-record.ts";
import { caseLine, footerLine, recordOf, verdictLine } from "../testing/record-lines.ts";
import { validateJunit } from "../testing/validators.ts";
import { renderJunit } from "./junit.ts";
import { standingOf } from "./standing.ts";

/** Control characters other than line breaks, and characters that change the text direction. */
const obeyed = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

const records: readonly { readonly name: string; readonly lines: readonly RecordLine[] }[] = [
  { name: "a clean run", lines: recordOf([], []) },
  { name: "a failing run", lines: failingRecord() },
  { name: "a run that was killed", lines: failingRecord().slice(0, 8) },
  { name: "hostile texts", lines: hostileRecord() },
  { name: "ten million characters", lines: hostileRecord(true) },
];

function parseWith(text: string): unknown {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" });
  return parser.parse(text, true);
}

function suitesOf(parsed: unknown): readonly Readonly<Record<string, unknown>>[] {
  const root = isJsonObject(parsed) ? parsed["testsuites"] : undefined;
  const suites = isJsonObject(root) ? root["testsuite"] : undefined;
  return [suites].flat().filter((suite) => isJsonObject(suite));
}

describe.each(records)("JUnit XML of $name", ({ lines }) => {
  const report = buildReport(lines);
  const text = renderJunit(report);

  it("is valid, and read alike by two parsers", async () => {
    validateJunit(text);
    expect(XMLValidator.validate(text)).toBe(true);

    const other = await parse(text);
    const named = other && "testsuite" in other ? (other.testsuite ?? []) : [];
    const counts = suitesOf(parseWith(text)).map((suite) => [
      suite["name"],
      Number(suite["tests"]),
      Number(suite["failures"]),
      Number(suite["errors"]),
    ]);
    expect(named.map((of) => [of.name, of.tests, of.failures, of.errors])).toEqual(counts);
    const cases = named.flatMap((suite) => suite.testcase ?? []);
    expect(cases.every(({ name, classname }) => Boolean(name) && Boolean(classname))).toBe(true);
    expect(cases.length).toBeGreaterThanOrEqual(report.requirements.length);
  });

  it("contains a failure as a failure, with the expected and the actual value", async () => {
    const other = await parse(text);
    const suites = other && "testsuite" in other ? (other.testsuite ?? []) : [];
    const failed = suites.flatMap((suite) => suite.testcase ?? []).filter((of) => of.failure);
    const broken = report.requirements.filter((of) => standingOf(of) === "failed");
    expect(failed.map(({ name = "" }) => name.split(" ", 1)[0])).toEqual(
      broken.map(({ requirement }) => requirement),
    );
    for (const { failure } of failed) {
      expect(failure?.[0]?.inner).toMatch(/^MUST: [^]*\nexpected: [^]*\nactual: /u);
    }
  });

  it("stays small and shows nothing that would be obeyed", () => {
    expect(text.length).toBeLessThan(1_000_000);
    expect(text).not.toMatch(obeyed);
    expect(text).not.toContain("<script");
  });
});

function caseAt(name: string, startedMs: number, endedMs: number): RecordLine {
  return { ...caseLine(name, []), startedMs, endedMs };
}

describe("the times in JUnit XML", () => {
  const id = "watch.ordered";
  /** Many concurrent cases, and a case that was retried later. */
  const lines = recordOf(
    [
      ...Array.from({ length: 50 }, (_, i) => caseAt(`watch/ordered#Kind${i}`, 100, 600)),
      caseAt("watch/ordered#Kind0", 1000, 1200),
      caseAt("watch/no-gap#Service", 500, 900),
    ],
    [
      verdictLine(id, { checks: ["watch/ordered"] }),
      verdictLine("watch.no-gap", { checks: ["watch/no-gap", "watch/ordered"] }),
    ],
  );
  const suites = suitesOf(parseWith(renderJunit(buildReport(lines))));
  const watch = suites.find((suite) => suite["name"] === "watch") ?? {};
  const timeOf = (name: string): unknown =>
    [watch["testcase"]]
      .flat()
      .filter((of) => isJsonObject(of))
      .find((of) => JSON.stringify(of["name"]).startsWith(`"${name} `))?.["time"];

  it("are wall times, of which no overlap counts twice", () => {
    expect(timeOf(id)).toBe("0.700");
    expect(timeOf("watch.no-gap")).toBe("1.000");
    expect(watch["time"]).toBe("1.000");
  });

  it("are at most that of the run", () => {
    for (const suite of suites) expect(Number(suite["time"])).toBeLessThanOrEqual(1.24);
  });
});

const choice = fc.constantFrom(...verdicts);

function lineOf(id: (typeof requirementIds)[number], verdict: Verdict): RecordLine | undefined {
  const level = profiles["graphql-status/v1"][id];
  return level === "not-asked" ? undefined : verdictLine(id, { verdict });
}

describe("the colour of a report", () => {
  it("is red exactly if the run is not conformant, regardless of the verdicts", () => {
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 6 }), fc.boolean(), (drawn, isInterrupted) => {
        const lines = requirementIds.flatMap((id, i) => {
          const line = lineOf(id, drawn[i] ?? "pass");
          return line?.line === "verdict" ? [line] : [];
        });
        const footer = { interrupted: isInterrupted };
        const report = buildReport(recordOf([], lines, { footer }));
        const isRed = /<(?:failure|error) /u.test(renderJunit(report));
        return isRed === (report.conclusion !== "conformant");
      }),
      { numRuns: 60 },
    );
  });

  it("is red if only the baseline is wrong, and states why", () => {
    const [header, ...rest] = recordOf([], []);
    const problem = {
      problem: "stale",
      requirement: "watch.ordered",
      message: "the failure that it expects was not found",
    } as const;
    const lines = [
      ...(header === undefined ? [] : [header]),
      ...rest.slice(0, -1),
      footerLine([], { baselineProblems: [problem] }),
    ];
    const withBaseline = lines.map((line) =>
      line.line === "header"
        ? {
            ...line,
            baseline: { format: 1, profile: "graphql-status/v1", failures: [] } as const,
          }
        : line,
    );
    const report = buildReport(withBaseline);
    expect(report.conclusion).toBe("violations");
    expect(renderJunit(report)).toContain(
      '<failure message="the failure that it expects was not found" type="run">',
    );
  });
});

it("has hostile texts to try", () => {
  expect(hostileTexts.length).toBeGreaterThan(5);
});
