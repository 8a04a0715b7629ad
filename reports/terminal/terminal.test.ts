import { describe, expect, test } from "vitest";
import type { RecordLine } from "#verdicts";
import { buildReport } from "../report/report-builder.ts";
import { renderTerminal } from "./terminal.ts";
import { brokenRequirements } from "../report/broken-causes.ts";
import type { TerminalOptions } from "./terminal-options.ts";
import { failingRecord } from "../testing/failing-record.ts";
import { fixedReport } from "../testing/fixed-report.ts";
import {
  caseLine,
  exchangeLine,
  headerLine,
  recordOf,
  verdictLine,
  violated,
  watchLine,
} from "../testing/record-lines.ts";

const normal: TerminalOptions = { width: 80, colorLevel: 0, verbosity: "normal" };

const stale = "concurrency.stale-status-write-conflicts";
const clean = recordOf([], [], { header: { planned: { requirements: 2, cases: 0 } } });

interface Sample {
  readonly name: string;
  readonly lines: readonly RecordLine[];
  readonly options: TerminalOptions;
}

const samples: readonly Sample[] = [
  {
    name: "violations, 80 columns",
    lines: failingRecord(),
    options: { ...normal, recordPath: "conformance-results/run.ndjson" },
  },
  {
    name: "violations, 120 columns",
    lines: failingRecord(),
    options: { ...normal, width: 120 },
  },
  { name: "violations, quiet", lines: failingRecord(), options: { ...normal, verbosity: "quiet" } },
  {
    name: "violations, verbose",
    lines: failingRecord(),
    options: { ...normal, width: 100, verbosity: "verbose" },
  },
  { name: "a clean run", lines: clean, options: normal },
  { name: "a clean run, quiet", lines: clean, options: { ...normal, verbosity: "quiet" } },
  {
    name: "an interrupted run that left objects behind",
    lines: recordOf(
      [caseLine("watch/ordered#Service", [])],
      [
        verdictLine("watch.ordered", {
          verdict: "inconclusive",
          reason: "the run was interrupted",
          instances: 0,
        }),
      ],
      { footer: { interrupted: true, leftBehind: 2 } },
    ),
    options: normal,
  },
  { name: "a run that was killed", lines: failingRecord().slice(0, 7), options: normal },
  {
    name: "a run of a selection",
    lines: recordOf(
      [],
      [verdictLine(stale, { verdict: "excluded", reason: "excluded by --only or --skip" })],
      { header: { only: ["watch.*"], skip: ["a b"] } },
    ),
    options: normal,
  },
  {
    name: "features that nobody declared, and features by hand",
    lines: recordOf([], [], {
      header: {
        target: {
          ...headerLine().target,
          undeclared: ["watch.expiry"],
          byHand: { declared: ["dry-run", "finalizers"], withdrawn: ["watch.selector"] },
        },
        planned: { requirements: 2, cases: 0 },
      },
    }),
    options: normal,
  },
];

test.each(samples)("shows $name", ({ lines, options }) => {
  expect(renderTerminal(fixedReport(lines), options)).toMatchSnapshot();
});

test("shows what a pass does not show, if verbose", () => {
  const reason = "the controller was not restarted with an older view";
  const report = buildReport(
    recordOf([], [verdictLine(stale, { verdict: "pass", reason, instances: 2 })]),
  );

  expect(renderTerminal(report, normal)).not.toContain(reason);
  expect(renderTerminal(report, { ...normal, verbosity: "verbose" })).toContain(reason);
});

test("shows a MUST first, then requirements that are broken in more cases", () => {
  const ids = brokenRequirements(buildReport(failingRecord())).map(
    ({ requirement }) => requirement,
  );

  expect(ids).toEqual([
    stale,
    "isolation.refused-write-changes-nothing",
    "errors.invalid-names-field",
  ]);
});

describe("a long failure", () => {
  const cases = Array.from({ length: 9 }, (_, i) => `area/check#Kind${i}`);
  const evidence = Array.from({ length: 9 }, (_, i) => i + 1);
  const exchanges = evidence.map((exchange) =>
    exchangeLine(exchange, { case: cases[0] ?? "", reply: { body: { data: "y".repeat(9000) } } }),
  );
  const findings = cases.map((name) =>
    violated(stale, { case: name, actual: "x".repeat(9000), evidence }),
  );
  const report = buildReport(
    recordOf(
      [
        ...exchanges,
        ...cases.map((name) =>
          caseLine(
            name,
            findings.filter((of) => of.case === name),
          ),
        ),
      ],
      [verdictLine(stale, { verdict: "fail", findings })],
    ),
  );

  test("is truncated, and states so", () => {
    const text = unwrapped(renderTerminal(report, normal));

    expect(text).toContain("area/check#Kind0; 9 of 9 cases");
    expect(text).toContain("… (8400 more characters)");
    expect(text).toContain("… (8802 more characters)");
    expect(text).toContain("and 7 more exchanges in the record");
    expect(text).not.toContain("Kind7");
  });

  test("is longer on demand", () => {
    const text = unwrapped(renderTerminal(report, { ...normal, verbosity: "verbose" }));

    expect(text).toContain("area/check#Kind8");
    expect(text).toContain("… (5000 more characters)");
    expect(text).not.toContain("more exchanges");
  });
});

test("a consequence of another violation has a line, and a card in the full report", () => {
  const report = buildReport(failingRecord());
  const [short, whole] = [normal, { ...normal, verbosity: "verbose" } as const].map((options) =>
    renderTerminal(report, options),
  );

  expect(short).toContain("Broken: 3 requirements, 2 causes");
  expect(short).toContain("follows:   isolation.refused-write-changes-nothing");
  expect(short).not.toContain("stays at version 11");
  expect(whole).toContain("stays at version 11");
});

test("causes without a card are followed by the command that shows all cards", () => {
  const broken = [stale, "watch.ordered", "watch.unique", "write.keeps-identity"] as const;
  const all = [
    ...broken,
    "watch.no-gap",
    "generation.starts-at-one",
    "errors.stable-code",
  ] as const;
  const verdicts = all.map((requirement, rank) =>
    verdictLine(requirement, {
      verdict: "fail",
      rank,
      findings: [violated(requirement, { case: "area/check#Kiln", evidence: [] })],
    }),
  );
  const report = buildReport(recordOf([], verdicts));
  const recordPath = "my results/run.ndjson";

  expect(renderTerminal(report, { ...normal, recordPath })).toContain(
    "7. errors.stable-code MUST\n" +
      "   details:   npx conformance report 'my results/run.ndjson' --verbose\n",
  );
  const whole = renderTerminal(report, { ...normal, recordPath, verbosity: "verbose" });
  expect(whole).not.toContain("details:");
});

test("of many exchanges it shows the one that decides and the watches before the others", () => {
  const name = "area/check#Kind0";
  const exchanges = [1, 2, 3, 4, 5, 7, 8].map((exchange) => exchangeLine(exchange, { case: name }));
  const findings = [violated(stale, { case: name, evidence: [1, 2, 3, 4, 5, 6, 7, 8] })];
  const lines = [...exchanges, watchLine(6, { case: name }), caseLine(name, findings)];
  const report = buildReport(recordOf(lines, [verdictLine(stale, { verdict: "fail", findings })]));
  const text = renderTerminal(report, normal);

  expect(text.match(/#\d+(?= )/gu)).toEqual(["#1", "#6"]);
  expect(text).toContain("and 6 more exchanges in the record");
});

function unwrapped(text: string): string {
  return text.replaceAll(/\s+/gu, " ");
}

test("obeys nothing that a target sent", () => {
  const hostile = "\u001b[2J\u202e\nConformant\r\u0007";
  const findings = [violated(stale, { expected: hostile, actual: hostile })];
  const report = buildReport(
    recordOf(
      [
        exchangeLine(1, {
          outcome: { result: "unintelligible", detail: hostile },
          request: { url: hostile, operation: hostile, variables: { a: hostile } },
          reply: { status: 200, body: hostile },
        }),
      ],
      [
        verdictLine(stale, { verdict: "fail", findings, resembles: hostile }),
        verdictLine("watch.ordered", { verdict: "errored", reason: hostile }),
      ],
      {
        header: {
          target: {
            endpoint: hostile,
            protocol: hostile,
            dialect: hostile,
            features: [],
            identities: [],
            kinds: [{ name: hostile, statusWrites: [hostile] }],
          },
        },
      },
    ),
  );

  const text = renderTerminal(report, { ...normal, verbosity: "verbose" });

  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text.match(/^Conformant/gmu)).toBeNull();
});

test("does not color a failure of the suite or the connection like a failure of the endpoint", () => {
  const line = verdictLine("watch.ordered", { verdict: "errored", reason: "lost", instances: 0 });
  const text = renderTerminal(buildReport(recordOf([], [line])), { ...normal, colorLevel: 1 });
  const red = `${String.fromCodePoint(27)}[31m`;

  expect(renderTerminal(buildReport(failingRecord()), { ...normal, colorLevel: 1 })).toContain(red);
  expect(text).toContain("errored");
  expect(text).not.toContain(red);
});

test("is coloured on request, with the same text", () => {
  const report = buildReport(failingRecord());
  const coloured = renderTerminal(report, { ...normal, colorLevel: 1 });
  const escapes = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, "gu");

  expect(coloured).toMatch(escapes);
  expect(coloured.replaceAll(escapes, "")).toBe(renderTerminal(report, normal));
});
