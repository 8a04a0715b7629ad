import type { CaseFinding, RecordLine } from "#verdicts";
import {
  askedIds,
  caseLine,
  eventLine,
  exchangeLine,
  recordOf,
  verdictLine,
  violated,
  watchEndLine,
  watchLine,
} from "./record-lines.ts";

const stale = "concurrency.stale-status-write-conflicts";
const moved = "isolation.refused-write-changes-nothing";
const field = "errors.invalid-names-field";

const typed = "concurrency/stale#Service.updateServiceStatus";
const generic = "concurrency/stale#Service.updateResourceStatus";
const invalid = "errors/invalid#Service";

const staleFindings: readonly CaseFinding[] = [
  violated(stale, { case: generic, evidence: [1, 2, 3] }),
  violated(stale, { case: typed, evidence: [1, 2] }),
];
const movedFinding = violated(moved, {
  case: typed,
  expected: "the stored object stays at version 11",
  actual: "after the refusal it is at version 12, with another status",
  evidence: [2, 7, 99],
});
const fieldFinding = violated(field, {
  case: invalid,
  expected: "a cause that names status.replicas",
  actual: "rejected as invalid (code INVALID): replicas must not be negative",
  evidence: [4],
});
const undecidedFinding: CaseFinding = {
  result: "undecided",
  requirement: "watch.no-gap",
  reason: "no event for the sentinel object arrived within 10000 ms",
  evidence: [7],
  case: "watch/no-gap#Service",
};

export function failingRecord(): readonly RecordLine[] {
  const planned = { requirements: askedIds.length, cases: 4 };
  const verdicts = [
    verdictLine(stale, {
      verdict: "fail",
      findings: staleFindings,
      checks: ["concurrency/stale"],
      resembles: "the version in a status write is not looked at (fault ignores-version)",
      rank: 0,
    }),
    verdictLine(moved, { verdict: "fail", findings: [movedFinding], cause: stale, rank: 1 }),
    verdictLine(field, { verdict: "warn", findings: [fieldFinding], rank: 2 }),
    verdictLine("watch.no-gap", {
      verdict: "inconclusive",
      reason: undecidedFinding.result === "undecided" ? undecidedFinding.reason : "",
      findings: [undecidedFinding],
    }),
    verdictLine("watch.expired-cursor-is-refused", {
      verdict: "not-applicable",
      reason: "the target does not support watch.expiry (the window of retained events is bounded)",
      instances: 0,
    }),
    verdictLine("authorization.expired-credential-refused", {
      verdict: "untestable",
      reason: "no credential for the identity expired; pass one with --identity expired=…",
      instances: 0,
    }),
  ];
  return recordOf(driven(), verdicts, { header: { planned } });
}

function driven(): readonly RecordLine[] {
  return [
    watchLine(7),
    exchangeLine(1, {
      command: {
        verb: "read",
        identity: "author",
        key: { kind: "Service", namespace: "default", name: "web" },
      },
      request: {
        url: "http://127.0.0.1:4000/graphql",
        operation: "query Read($name: String!) { service(name: $name) { metadata { name } } }",
        variables: { name: "web" },
      },
      reply: { status: 200, body: { data: { service: { metadata: { name: "web" } } } } },
    }),
    exchangeLine(2),
    eventLine(7, "12"),
    eventLine(7, "13", "other"),
    caseLine(typed, [...staleFindings.slice(1), movedFinding]),
    exchangeLine(3, { case: generic }),
    caseLine(generic, staleFindings.slice(0, 1)),
    exchangeLine(4, {
      case: invalid,
      outcome: {
        result: "refused",
        refusal: {
          reason: "invalid",
          code: "INVALID",
          message: "replicas must not be negative",
          causes: [],
        },
      },
      reply: {
        status: 200,
        body: {
          data: null,
          errors: [{ message: "replicas must not be negative", extensions: { code: "INVALID" } }],
        },
      },
    }),
    exchangeLine(5, { case: invalid }),
    caseLine(invalid, [fieldFinding]),
    caseLine("watch/no-gap#Service", [undecidedFinding]),
    watchEndLine(7),
  ];
}
