import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claim, defineCheck } from "#harness";
import { mergeHeaders, MergeRefused, RecordMerge } from "../fold/merge-records.ts";
import { contractDigest } from "../record/digest.ts";
import { recordFormat } from "../record/record.ts";
import type { HeaderLine, RecordLine, VerdictLine } from "../record/record.ts";
import { sumOf } from "../record/record.ts";
import { kindNamed } from "../testing/test-run-options.ts";
import type { Plan } from "./plan-run.ts";
import { leftToOtherShards, shardPlan } from "./shard.ts";

function header(over: Partial<HeaderLine> = {}): HeaderLine {
  return {
    line: "header",
    format: recordFormat,
    suite: { name: "status-conformance", version: "0.1.0" },
    run: "aaaaaaaa",
    startedAt: "2026-01-01T00:00:00.000Z",
    profile: "graphql-status/v1",
    contract: contractDigest("graphql-status/v1"),
    target: {
      endpoint: "http://127.0.0.1:1/graphql",
      protocol: "graphql",
      dialect: "canonical",
      features: [],
      identities: [],
      kinds: [],
    },
    seed: 1,
    concurrency: 64,
    only: [],
    skip: [],
    command: "conformance",
    planned: { requirements: 3, cases: 2 },
    shard: { index: 1, count: 2, cases: 4 },
    ...over,
  };
}

const second = header({
  run: "bbbbbbbb",
  startedAt: "2025-12-31T23:59:59.000Z",
  shard: { index: 2, count: 2, cases: 4 },
});

describe("the headers of shards", () => {
  it("form the header of one run, in any order", () => {
    const merged = mergeHeaders([header(), second]);
    expect(merged).toEqual(mergeHeaders([second, header()]));
    expect(merged).toMatchObject({
      run: "aaaaaaaa+bbbbbbbb",
      startedAt: "2025-12-31T23:59:59.000Z",
      planned: { cases: 4 },
    });
    expect(merged.shard).toBeUndefined();
  });

  it.each([
    { name: "nothing", headers: [], says: "nothing to merge" },
    { name: "a part alone", headers: [header()], says: "shard 2/2 is missing" },
    { name: "one twice", headers: [header(), header()], says: "shard 1/2 is given twice" },
    {
      name: "a whole run",
      headers: [header(), { ...header(), shard: undefined }],
      says: "record contains a complete run",
    },
    {
      name: "another seed",
      headers: [header(), { ...second, seed: 2 }],
      says: 'its header field "seed" differs',
    },
    {
      name: "another suite",
      headers: [header(), { ...second, suite: { name: "status-conformance", version: "9.9.9" } }],
      says: 'its header field "suite" differs',
    },
    {
      name: "another number of cases",
      headers: [header(), { ...second, shard: { index: 2, count: 2, cases: 5 } }],
      says: "it has 5 cases",
    },
    {
      name: "another number of shards",
      headers: [header(), { ...second, shard: { index: 2, count: 3, cases: 4 } }],
      says: 'its header field "shards" differs',
    },
  ])("are rejected for $name", ({ headers, says }) => {
    const given = headers.map(({ shard, ...rest }) => ({
      ...rest,
      ...(shard === undefined ? {} : { shard }),
    }));
    expect(() => mergeHeaders(given)).toThrow(MergeRefused);
    expect(() => mergeHeaders(given)).toThrow(says);
  });
});

const check = defineCheck({
  id: "area/check",
  title: "Something is shown.",
  covers: ["watch.ordered"],
  scope: "kind",
  drive: () => Promise.resolve(0),
  judge: () => [],
});

function planOf(cases: number): Plan {
  const kind = kindNamed("Service");
  return {
    cases: Array.from({ length: cases }, (_, i) => ({ name: `${i}`, check, kind, via: "" })),
    requirements: [
      { requirement: "watch.ordered", level: "MUST", checks: [check.id] },
      { requirement: "watch.no-gap", level: "MUST", checks: [] },
    ],
  };
}

describe("a shard", () => {
  it("has every case exactly once among all of them, and as many as any other", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 7 }), (cases, count) => {
        const plan = planOf(cases);
        const parts = Array.from({ length: count }, (_, i) =>
          shardPlan(plan, { index: i + 1, count }).cases.map(({ name }) => name),
        );
        const sizes = parts.map(({ length }) => length);
        expect(parts.flat().toSorted()).toEqual(plan.cases.map(({ name }) => name).toSorted());
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("leaves requirements without a case to the other shards", () => {
    const { requirements } = shardPlan(planOf(1), { index: 2, count: 2 });
    expect(requirements.map(({ settled }) => settled?.reason)).toEqual([
      leftToOtherShards,
      leftToOtherShards,
    ]);
    expect(shardPlan(planOf(1), { index: 1, count: 2 }).requirements[0]?.settled).toBeUndefined();
  });
});

describe("a requirement that the cases of a shard do not exercise", () => {
  const elsewhere = { verdict: "excluded", reason: "not exercised by the selected cases" } as const;
  const common = { line: "verdict", requirement: "watch.ordered", level: "MUST" } as const;

  function shardOf(index: number, instances: number): readonly RecordLine[] {
    const name = `area/check#${index}`;
    const texts = { expected: "a", actual: "b", evidence: [] };
    const findings = [
      { ...claim("watch.ordered", { ...texts, holds: true, instances }), case: name },
    ];
    const verdict: VerdictLine = {
      ...common,
      ...(instances > 0 ? { verdict: "pass" } : elsewhere),
      checks: [check.id],
      instances,
      findings,
    };
    return [
      { line: "case", case: name, check: check.id, startedMs: 0, endedMs: 1, findings },
      verdict,
      {
        line: "footer",
        endedAt: "2026-01-01T00:00:01.000Z",
        durationMs: 1,
        interrupted: false,
        exchanges: 0,
        leftBehind: 0,
        sums: sumOf([verdict]),
      },
    ];
  }

  function mergedVerdict(instances: readonly [number, number]): RecordLine | undefined {
    const headers = [header(), second];
    const merge = new RecordMerge(headers);
    headers.forEach(({ startedAt }, i) => {
      for (const line of shardOf(i + 1, instances[i] ?? 0)) merge.take(line, startedAt);
    });
    return merge.end([], headers.length).find(({ line }) => line === "verdict");
  }

  it("passes if those of another shard do", () => {
    expect(mergedVerdict([0, 2])).toMatchObject({ ...common, verdict: "pass", instances: 2 });
    expect(mergedVerdict([2, 0])).toMatchObject({ ...common, verdict: "pass", instances: 2 });
  });

  it("keeps its reason if no shard exercises it", () => {
    expect(mergedVerdict([0, 0])).toMatchObject({ ...common, ...elsewhere });
  });
});
