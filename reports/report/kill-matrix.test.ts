import { describe, expect, test } from "vitest";
import { isCaught, isWhole, killersOf, missedBy, scoreOf, undeclaredBy } from "./kill-matrix.ts";
import type { FaultRun, KillMatrix } from "./kill-matrix.ts";
import { renderSelfTestJson } from "./self-test-json.ts";
import { renderKillMatrix } from "../terminal/kill-matrix-text.ts";

const stale = "concurrency.stale-status-write-conflicts";
const winner = "concurrency.one-winner";
const ordered = "watch.ordered";

const caught: FaultRun = {
  name: "ignores-version",
  summary: "the version in a status write is not looked at",
  breaks: [stale, winner],
  failed: [winner, stale],
  durationMs: 812,
};

const whole: KillMatrix = {
  faults: [caught, { ...caught, name: "unordered-events", breaks: [ordered], failed: [ordered] }],
  clean: { failed: [], other: [] },
  musts: [stale, winner, ordered],
};

const gaps: KillMatrix = {
  faults: [
    caught,
    { ...caught, name: "too-weak", failed: [stale] },
    { ...caught, name: "too-strong", failed: [stale, winner, ordered] },
    { ...caught, name: "never-ran", failed: [], problem: "the reference did not start" },
  ],
  clean: {
    failed: [ordered],
    other: [{ requirement: winner, verdict: "inconclusive", reason: "no sentinel" }],
  },
  musts: [stale, winner, ordered],
};

interface Row {
  readonly name: string;
  readonly fault: FaultRun;
  readonly is: boolean;
}

const rows: readonly Row[] = [
  { name: "found by all that it names", fault: caught, is: true },
  { name: "missed by one", fault: { ...caught, failed: [stale] }, is: false },
  {
    name: "found by one too many",
    fault: { ...caught, failed: [stale, winner, ordered] },
    is: false,
  },
  {
    name: "that is rare, and missed by one",
    fault: { ...caught, failed: [winner], isRare: true },
    is: true,
  },
  {
    name: "that is rare, and missed by all",
    fault: { ...caught, failed: [], isRare: true },
    is: false,
  },
  {
    name: "that is rare, and found by one too many",
    fault: { ...caught, failed: [stale, ordered], isRare: true },
    is: false,
  },
  { name: "that names nothing", fault: { ...caught, breaks: [], failed: [] }, is: false },
  { name: "that had no whole run", fault: { ...caught, problem: "no response" }, is: false },
];

test.each(rows)("a fault $name is caught: $is", ({ fault, is }) => {
  expect(isCaught(fault)).toBe(is);
});

test("missed and undeclared requirements are named", () => {
  expect(missedBy({ ...caught, failed: [stale, ordered] })).toEqual([winner]);
  expect(undeclaredBy({ ...caught, failed: [stale, ordered] })).toEqual([ordered]);
});

test("a requirement is killed only by a fault that names it", () => {
  expect(killersOf(gaps, ordered)).toEqual([]);
  expect(killersOf(gaps, stale)).toEqual(["ignores-version", "too-weak", "too-strong"]);
});

const wholes: readonly {
  readonly name: string;
  readonly matrix: KillMatrix;
  readonly is: boolean;
}[] = [
  { name: "without a gap", matrix: whole, is: true },
  { name: "with gaps", matrix: gaps, is: false },
  { name: "without faults", matrix: { ...whole, faults: [] }, is: false },
  { name: "without requirements", matrix: { ...whole, musts: [] }, is: false },
  { name: "with a MUST that nothing kills", matrix: { ...whole, faults: [caught] }, is: false },
  {
    name: "with a fault on the clean reference",
    matrix: { ...whole, clean: { failed: [stale], other: [] } },
    is: false,
  },
  {
    name: "without a clean run",
    matrix: { ...whole, clean: { failed: [], other: [], problem: "no response" } },
    is: false,
  },
];

describe("a self-test", () => {
  test("is counted", () => {
    expect(scoreOf(gaps)).toEqual({
      faults: 4,
      caught: 1,
      musts: 3,
      killed: 2,
      undeclared: 1,
      clean: false,
    });
  });

  test.each(wholes)("$name is whole: $is", ({ matrix, is }) => {
    expect(isWhole(matrix)).toBe(is);
  });

  test.each([
    { name: "without a gap", matrix: whole },
    { name: "with gaps", matrix: gaps },
  ])("$name is shown to a person", ({ matrix }) => {
    expect(renderKillMatrix(matrix, { width: 100, colorLevel: 0 })).toMatchSnapshot();
  });

  test("is told as JSON", () => {
    expect(JSON.parse(renderSelfTestJson({ kill: gaps }))).toMatchObject({
      format: 1,
      whole: false,
      score: { faults: 4, caught: 1 },
      faults: [
        { name: "ignores-version", caught: true, missed: [], undeclared: [] },
        { name: "too-weak", caught: false, missed: [winner] },
        { name: "too-strong", caught: false, undeclared: [ordered] },
        { name: "never-ran", caught: false, problem: "the reference did not start" },
      ],
      clean: { clean: false, failed: [ordered] },
      musts: [
        { requirement: stale, killedBy: ["ignores-version", "too-weak", "too-strong"] },
        { requirement: winner, killedBy: ["ignores-version", "too-strong"] },
        { requirement: ordered, killedBy: [] },
      ],
    });
  });
});
