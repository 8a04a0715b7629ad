import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profiles, requirementIds } from "#contract";
import type { RequirementId } from "#contract";
import { verdicts } from "#verdicts";
import type { CaseFinding, RecordLine, VerdictLine } from "#verdicts";
import { renderJson } from "./render-json.ts";
import { readLine } from "../record/record-reader.ts";
import { buildReport, ReportBuilder } from "./report-builder.ts";
import type { Report, ReportRequirement } from "./report.ts";
import { failingRecord } from "../testing/failing-record.ts";
import {
  caseLine,
  eventLine,
  exchangeLine,
  headerLine,
  recordOf,
  service,
  verdictLine,
  violated,
  watchLine,
} from "../testing/record-lines.ts";

const required = requirementIds.filter((id) => profiles["graphql-status/v1"][id] !== "not-asked");
const stale = "concurrency.stale-status-write-conflicts";

function find(report: Report, id: RequirementId): ReportRequirement {
  const found = report.requirements.find(({ requirement }) => requirement === id);
  if (found === undefined) throw new Error(`${id} is not in the report`);
  return found;
}

/** An arbitrary run: some requirements with arbitrary verdicts, and a record that may be truncated at any point. */
const anyRecord = fc
  .record({
    judged: fc.dictionary(fc.constantFrom(...requirementIds), fc.constantFrom(...verdicts)),
    kept: fc.integer({ min: 1, max: 400 }),
    interrupted: fc.boolean(),
  })
  .map(({ judged, kept, interrupted }): readonly RecordLine[] => {
    const given = requirementIds.flatMap((id): readonly VerdictLine[] => {
      const verdict = judged[id];
      return verdict === undefined ? [] : [verdictLine(id, { verdict })];
    });
    return recordOf([exchangeLine(1)], given, { footer: { interrupted } }).slice(0, kept);
  });

test("names first, and repeats, the case that broke a requirement each time it was looked at", () => {
  const broken = (name: string, attempt?: number): CaseFinding =>
    violated(stale, { case: name, ...(attempt === undefined ? {} : { attempt }) });
  const held = (name: string, attempt: number): CaseFinding => ({
    result: "held",
    requirement: stale,
    case: name,
    attempt,
    instances: 1,
    evidence: [],
  });
  const [rarely, always] = ["histories/a#Service", "histories/b#Service"];
  const findings = [broken(rarely), broken(always)];
  const record = recordOf(
    [
      exchangeLine(1),
      ...findings.map((finding) => caseLine(finding.case, [finding])),
      ...[2, 3].flatMap((attempt) => [
        { ...caseLine(rarely, [held(rarely, attempt)]), attempt },
        { ...caseLine(always, [broken(always, attempt)]), attempt },
      ]),
    ],
    [verdictLine(stale, { verdict: "fail", findings })],
  );

  const { findings: reported, repeat } = find(buildReport(record), stale);

  expect(reported.map(({ case: name }) => name)).toEqual([always, rarely]);
  expect(repeat).toContain(`--only '${always}'`);
});

describe("every report", () => {
  test("has each requirement of the profile once, and sums that add up", () => {
    fc.assert(
      fc.property(anyRecord, (lines) => {
        const { requirements, sums } = buildReport(lines);

        expect(requirements.map(({ requirement }) => requirement)).toEqual(required);
        for (const verdict of verdicts) {
          expect(sums[verdict]).toBe(requirements.filter((of) => of.verdict === verdict).length);
        }
        expect(Object.values(sums).reduce((sum, count) => sum + count, 0)).toBe(required.length);
      }),
    );
  });

  test("is conformant only after a whole run", () => {
    fc.assert(
      fc.property(anyRecord, (lines) => {
        const { conclusion, complete, interrupted } = buildReport(lines);
        return conclusion !== "conformant" || (complete && !interrupted);
      }),
    );
  });

  test("is the same whether it is made during the run or from its record", () => {
    fc.assert(
      fc.property(anyRecord, (lines) => {
        const reread = lines.map((line, i) => readLine(JSON.parse(JSON.stringify(line)), i + 1));
        expect(renderJson(buildReport(reread))).toBe(renderJson(buildReport(lines)));
      }),
    );
  });
});

describe("a report", () => {
  test("needs a header", () => {
    expect(() => new ReportBuilder().build()).toThrow("has no header");
  });

  test("shows broken requirements, the shortest evidence, and the command that reproduces them", () => {
    const { conclusion, requirements, exchanges } = buildReport(failingRecord());
    const broken = requirements.find(({ requirement }) => requirement === stale);

    expect(conclusion).toBe("violations");
    expect(broken?.findings.map((finding) => finding.case)).toEqual([
      "concurrency/stale#Service.updateServiceStatus",
      "concurrency/stale#Service.updateResourceStatus",
    ]);
    expect(broken?.repeat).toBe(
      "conformance --endpoint http://127.0.0.1:4000/graphql --only 'concurrency/stale#Service.updateServiceStatus' --seed 42",
    );
    expect(exchanges.map(({ exchange }) => exchange)).toEqual([1, 2, 3, 4, 7]);
  });

  test("sorts a finding without evidence after those with evidence", () => {
    const findings = [violated(stale, { evidence: [], case: "a#b" }), violated(stale)];
    const report = buildReport(recordOf([], [verdictLine(stale, { verdict: "fail", findings })]));

    expect(find(report, stale).findings.map(({ evidence }) => evidence.length)).toEqual([1, 0]);
  });

  test("shows only the relevant events of a shared watch", () => {
    const watch = buildReport(failingRecord()).exchanges.find(({ exchange }) => exchange === 7);

    expect(watch).toMatchObject({
      kind: "watch",
      eventCount: 2,
      events: [{ about: "Service default/web", resourceVersion: "12" }],
      outcome: "closed by the suite",
    });
  });

  test("shows everything of a watch of the case's own, also when it never ended", () => {
    const name = "watch/own#Service";
    const findings = [violated("watch.ordered", { case: name, evidence: [3] })];
    const report = buildReport(
      recordOf(
        [watchLine(3, { case: name }), eventLine(3, "5", "other"), caseLine(name, findings)],
        [verdictLine("watch.ordered", { verdict: "fail", findings })],
      ),
    );

    expect(report.exchanges).toMatchObject([
      { kind: "watch", eventCount: 1, events: [{ resourceVersion: "5" }] },
    ]);
    expect(report.exchanges[0]?.outcome).toBe("open until the end of the run");
  });

  test("is partial if a MUST was skipped", () => {
    const left = verdictLine(stale, { verdict: "excluded", reason: "excluded by --only" });

    expect(buildReport(recordOf([], [left]))).toMatchObject({
      partial: true,
      conclusion: "conformant",
    });
    expect(buildReport(recordOf([], [])).partial).toBe(false);
  });

  test("of an interrupted run decides nothing, but keeps what was found", () => {
    const footer = { interrupted: true };
    const fail = verdictLine(stale, { verdict: "fail", findings: [violated(stale)] });

    expect(buildReport(recordOf([], [], { footer })).conclusion).toBe("inconclusive");
    expect(buildReport(recordOf([], [fail], { footer })).conclusion).toBe("violations");
  });

  test("of a run that was killed keeps the findings of its cases", () => {
    const held = { result: "held", requirement: "watch.ordered", instances: 9 } as const;
    const name = "concurrency/stale#Service.updateServiceStatus";
    const report = buildReport([
      headerLine(),
      exchangeLine(1),
      caseLine(name, [violated(stale), { ...held, case: name, evidence: [] }]),
      exchangeLine(2, { case: "another" }),
    ]);

    expect(report).toMatchObject({ complete: false, conclusion: "violations" });
    expect(find(report, stale)).toMatchObject({ verdict: "fail", checks: ["concurrency/stale"] });
    expect(find(report, "watch.ordered")).toMatchObject({
      verdict: "inconclusive",
      reason: "the record is incomplete and lacks this verdict",
      instances: 9,
    });
    expect(report.exchanges.map(({ exchange }) => exchange)).toEqual([1]);
  });
});

describe("an exchange that is evidence", () => {
  test("reports the warnings of an accepted write", () => {
    const finding = violated(stale, { evidence: [1] });
    const warnings = ["unknown member a", "unknown member b"];
    const outcome = { result: "object", object: service("12"), warnings } as const;
    const report = buildReport(
      recordOf(
        [exchangeLine(1, { outcome }), caseLine(finding.case, [finding])],
        [verdictLine(stale, { verdict: "fail", findings: [finding] })],
      ),
    );

    expect(report.exchanges[0]?.outcome).toBe(
      "accepted, version 12, with a warning: unknown member a; unknown member b",
    );
  });
});

test("remarks of the run join the remarks on the target", () => {
  const { target } = buildReport(recordOf([], [], { footer: { remarks: ["it is slow"] } }));
  expect(target.remarks?.at(-1)).toBe("it is slow");
});
