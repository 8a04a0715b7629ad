import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { dryRunOfSpecStoresNothing } from "./dry-run-of-spec-stores-nothing.ts";

const requirement = "write.dry-run-of-spec-stores-nothing";

const old = resourceAt("2", { spec: { size: 1 }, metadata: { generation: 1 } });
const renewed = resourceAt("3", { spec: { size: 2 }, metadata: { generation: 2 } });
const counted = resourceAt("2", { spec: { size: 1 }, metadata: { generation: 2 } });
const unsupported: Outcome = { result: "unsupported", detail: "no dry run" };

interface Update {
  readonly tried?: Outcome;
  readonly after?: Outcome;
  readonly earnest?: Outcome;
}

function judgeUpdate({ tried, after, earnest }: Update) {
  return dryRunOfSpecStoresNothing.judge(
    {
      update: {
        before: stepWith(accepted(old), 1),
        tried: stepWith(tried ?? accepted(renewed), 2),
        after: stepWith(after ?? accepted(old), 3),
        earnest: stepWith(earnest ?? accepted(renewed), 4),
      },
    },
    strictTarget,
  );
}

describe("a dry run of a spec write", () => {
  it.each<{ why: string; of: Update; result: string; instances?: number }>([
    { why: "changes nothing", of: {}, result: "held", instances: 1 },
    { why: "is stored", of: { after: accepted(renewed) }, result: "violated" },
    { why: "only counts", of: { after: accepted(counted) }, result: "violated" },
    { why: "returns no object", of: { tried: { result: "done" } }, result: "held", instances: 1 },
    {
      why: "is stored without an object",
      of: { tried: { result: "done" }, after: accepted(renewed) },
      result: "violated",
    },
    // The write would change nothing either.
    { why: "shows nothing", of: { earnest: accepted(old) }, result: "held", instances: 0 },
    { why: "is not offered", of: { tried: unsupported }, result: "held", instances: 0 },
    {
      why: "is rejected like the write",
      of: { tried: refused("forbidden"), earnest: refused("forbidden") },
      result: "held",
      instances: 0,
    },
    { why: "is rejected", of: { tried: refused("invalid") }, result: "undecided" },
    { why: "has no response", of: { tried: noReply }, result: "errored" },
  ])("$why: $result", ({ of, result, instances }) => {
    expect(judgeUpdate(of)).toMatchObject([
      { requirement, result, ...(instances === undefined ? {} : { instances }) },
    ]);
  });
});

describe("a dry run of a creation", () => {
  it.each([
    { why: "creates nothing", tried: accepted(old), read: refused("notFound"), result: "held" },
    { why: "creates an object", tried: accepted(old), read: accepted(old), result: "violated" },
    { why: "has no response", tried: noReply, read: refused("notFound"), result: "errored" },
  ])("$why: $result", ({ tried, read, result }) => {
    const creation = { tried: stepWith(tried, 1), read: stepWith(read, 2) };
    const findings = dryRunOfSpecStoresNothing.judge({ creation }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it.each([unsupported, refused("invalid")])("shows nothing if it is not accepted", (tried) => {
    const creation = { tried: stepWith(tried, 1), read: stepWith(refused("notFound"), 2) };
    const findings = dryRunOfSpecStoresNothing.judge({ creation }, strictTarget);

    expect(findings).toMatchObject([{ result: "held", instances: 0 }]);
  });
});

it("is not judged without operations of the API", () => {
  expect(dryRunOfSpecStoresNothing.judge({}, strictTarget)).toMatchObject([
    { requirement, result: "held", instances: 0 },
  ]);
});
