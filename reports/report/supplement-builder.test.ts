import { expect, test } from "vitest";
import { resourceVersion } from "#contract";
import type { RecordLine } from "#verdicts";
import {
  caseLine,
  eventLine,
  exchangeLine,
  headerLine,
  service,
  violated,
} from "../testing/record-lines.ts";
import { HtmlSupplementBuilder } from "./supplement-builder.ts";
import type { HtmlSupplement } from "./supplement.ts";

const stale = "concurrency.stale-status-write-conflicts";
const name = "concurrency/stale#Service.updateServiceStatus";
const create: RecordLine = exchangeLine(1, {
  command: {
    verb: "create",
    identity: "author",
    key: { kind: "Service", namespace: "default", name: "web" },
    spec: {},
  },
  outcome: { result: "object", object: service("11") },
});

function supplementOf(lines: readonly RecordLine[]): HtmlSupplement {
  const builder = new HtmlSupplementBuilder();
  for (const line of lines) builder.add(line);
  return builder.build();
}

test("keeps the evidence of a violation: versions and the creation of its object", () => {
  const { versions, creations } = supplementOf([
    headerLine(),
    create,
    exchangeLine(2),
    caseLine(name, [violated(stale, { case: name, evidence: [2] })]),
  ]);
  expect([...versions]).toEqual([[2, "12"]]);
  expect([...creations.keys()]).toEqual(["Service default/web"]);
});

test("keeps nothing of a case without a violation", () => {
  const held = {
    result: "held",
    requirement: stale,
    case: name,
    instances: 1,
    evidence: [2],
  } as const;
  const { versions, creations, histories } = supplementOf([
    headerLine(),
    create,
    exchangeLine(2),
    { ...caseLine(name, [held]), observations: { history: header } },
  ]);
  expect([versions.size, creations.size, histories.length]).toEqual([0, 0, 0]);
});

test("keeps the latest events of running cases, separately for each case", () => {
  const other = "write/other#Service";
  const many = Array.from({ length: 10_001 }, (_, index) => exchangeLine(index + 2));
  const cited = violated(stale, { case: name, evidence: [2, 10_002] });
  const { versions } = supplementOf([
    headerLine(),
    ...many,
    exchangeLine(10_003, { case: other }),
    caseLine(other, [violated(stale, { case: other, evidence: [10_003] })]),
    caseLine(name, [cited]),
  ]);
  expect([...versions.keys()]).toEqual([10_003, 10_002]);
});

const header = '{"history":1,"versions":"opaque"}';

test.each([
  { shape: "a text", observations: { a: { history: `${header}\n{}` } } },
  { shape: "a list of lines", observations: { lines: [header, "{}"] } },
  { shape: "a list of parsed lines", observations: [[{ history: 1, versions: "opaque" }, {}]] },
])("finds a history that is $shape", ({ observations }) => {
  const finding = violated(stale, { case: name });
  const { histories } = supplementOf([{ ...caseLine(name, [finding]), observations }]);
  expect(histories).toEqual([{ case: name, text: `${header}\n{}` }]);
});

function writeOf(version: string): RecordLine {
  return exchangeLine(Number(version), {
    endedMs: 810,
    outcome: { result: "object", object: service(version) },
  });
}

test("pairs each write with its first event, whichever comes first", () => {
  const { convergence } = supplementOf([
    writeOf("20"),
    eventLine(7, "20"),
    eventLine(8, "20"),
    eventLine(7, "21"),
    writeOf("21"),
    writeOf("22"),
    // The write changed nothing, so it returns the same version as before.
    writeOf("20"),
  ]);
  expect(convergence).toEqual([{ kind: "Service", count: 2, delaysMs: [6, 6] }]);
});

test("has the target's declarations, if the record contains them", () => {
  const { target } = headerLine();
  const semantics = { noOp: "keepsVersion", later: 3 };
  const line: RecordLine = headerLine({ target: Object.assign({ ...target }, { semantics }) });
  expect(supplementOf([line]).semantics).toEqual({ noOp: "keepsVersion" });
  expect(supplementOf([headerLine()]).semantics).toEqual({});
});

test("does not grow with the length of a run", () => {
  const builder = new HtmlSupplementBuilder();
  for (let i = 0; i < 30_000; i += 1) {
    builder.add(eventLine(7, String(resourceVersion(String(i)))));
    builder.add(
      exchangeLine(i, {
        case: "run",
        outcome: { result: "object", object: service(String(i)) },
      }),
    );
  }
  const [series] = builder.build().convergence;
  expect(series?.count).toBe(30_000);
  expect(series?.delaysMs.length).toBeLessThanOrEqual(2048);
});
