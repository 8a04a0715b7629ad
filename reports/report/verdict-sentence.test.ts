import { expect, test } from "vitest";
import type { RecordLine, Verdict, VerdictLine } from "#verdicts";
import { buildReport } from "./report-builder.ts";
import { askedIds, caseLine, headerLine, recordOf, verdictLine } from "../testing/record-lines.ts";
import { verdictSentence } from "./verdict-sentence.ts";

const stale = "concurrency.stale-status-write-conflicts";
const ordered = "watch.ordered";
const should = "errors.invalid-names-field";

function of(
  ...given: readonly (readonly [VerdictLine["requirement"], Verdict])[]
): readonly VerdictLine[] {
  return given.map(([requirement, verdict]) => verdictLine(requirement, { verdict }));
}

interface Row {
  readonly given: readonly VerdictLine[];
  readonly says: string;
}

const all = askedIds.length;

const rows: readonly Row[] = [
  { given: [], says: "Conformant to graphql-status/v1: N of N requirements hold." },
  {
    given: of([should, "warn"]),
    says: "Conformant to graphql-status/v1: N-1 of N requirements hold, 1 SHOULD is broken.",
  },
  {
    given: of([ordered, "not-applicable"]),
    says: "Conformant to graphql-status/v1: N-1 of N requirements hold, 1 not applicable.",
  },
  {
    given: of([ordered, "excluded"], [should, "inconclusive"]),
    says: "Conformant to graphql-status/v1 in the checked part: N-2 of N requirements hold, 1 undecided, 1 skipped.",
  },
  {
    given: of([ordered, "expected-fail"]),
    says: "Conformant to graphql-status/v1: N-1 of N requirements hold, 1 broken as expected.",
  },
  {
    given: of([ordered, "fail"]),
    says: "Not conformant to graphql-status/v1: 1 MUST is broken.",
  },
  {
    given: of([ordered, "fail"], [stale, "fail"], [should, "warn"]),
    says: "Not conformant to graphql-status/v1: 2 MUSTs are broken, 1 SHOULD is broken.",
  },
  {
    given: of([ordered, "fail"], [stale, "errored"], [should, "inconclusive"]),
    says: "Not conformant to graphql-status/v1: 1 MUST is broken, and 2 requirements are undecided.",
  },
  {
    given: of([ordered, "fail"], [stale, "untestable"]),
    says: "Not conformant to graphql-status/v1: 1 MUST is broken, and 1 requirement is undecided.",
  },
  {
    given: of([ordered, "errored"], [stale, "inconclusive"]),
    says: "Undecided: the suite or the connection failed on 1 requirement, and 1 other is undecided.",
  },
  {
    given: of([ordered, "flaky"]),
    says: "Not conformant to graphql-status/v1: 1 MUST is flaky.",
  },
  {
    given: of([ordered, "errored"], [should, "warn"]),
    says: "Undecided: the suite or the connection failed on 1 requirement, 1 SHOULD is broken.",
  },
  {
    given: of([ordered, "inconclusive"], [stale, "untestable"]),
    says: "Undecided: 1 MUST is inconclusive, 1 MUST is untestable.",
  },
  {
    given: askedIds.map((id) => verdictLine(id, { verdict: "excluded" })),
    says: "Nothing was checked: no verdict for N requirements.",
  },
];

function numbered(sentence: string): string {
  return sentence
    .replaceAll("N-2", String(all - 2))
    .replaceAll("N-1", String(all - 1))
    .replaceAll(/\bN\b/gu, String(all));
}

test.each(rows)("$says", ({ given, says }) => {
  expect(verdictSentence(buildReport(recordOf([], given)))).toBe(numbered(says));
});

const cut: readonly { readonly lines: readonly RecordLine[]; readonly says: string }[] = [
  {
    lines: recordOf([], [], { footer: { interrupted: true } }),
    says: "Interrupted after 0 of 3 cases. Undecided: no failures in the part that ran.",
  },
  {
    lines: recordOf([], of([ordered, "fail"]), { footer: { interrupted: true } }),
    says: "Interrupted after 0 of 3 cases. Not conformant to graphql-status/v1: 1 MUST is broken.",
  },
  {
    lines: recordOf([], of([ordered, "fail"]), { footer: { interrupted: true, enough: 1 } }),
    says: "Stopped after 0 of 3 cases, at the requested limit of 1 broken requirement. Not conformant to graphql-status/v1: 1 MUST is broken.",
  },
];

test.each(cut)("$says", ({ lines, says }) => {
  expect(verdictSentence(buildReport(lines))).toBe(says);
});

test("a run that lost its endpoint states this first", () => {
  const problem = "not reached: the endpoint had not responded for 6 s";
  const lines = [{ ...caseLine("watch/x#Service", []), problem }];
  expect(verdictSentence(buildReport(recordOf(lines, of([ordered, "errored"]))))).toBe(
    "Undecided: the endpoint stopped responding, so 1 requirement has no verdict.",
  );
});

test("a run of a controller states that the controller may have failed", () => {
  const report = buildReport(recordOf([], of([ordered, "errored"])));
  expect(verdictSentence({ ...report, profile: "controller/v1" })).toBe(
    "Undecided: the controller, the connection or the suite failed on 1 requirement.",
  );
});

test("a record without a footer states that it is incomplete", () => {
  expect(verdictSentence(buildReport([headerLine()]))).toMatch(
    /^The record is incomplete: it stops after 0 of 3 cases\. Undecided: \d+ MUSTs are inconclusive\.$/u,
  );
});
