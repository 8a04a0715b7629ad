import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { dryRunDeletesNothing } from "./dry-run-deletes-nothing.ts";

const requirement = "deletion.dry-run-deletes-nothing";
const stored = resourceAt("2", { spec: { size: 1 } });
const marked = resourceAt("2", {
  spec: { size: 1 },
  metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
});
const unsupported: Outcome = { result: "unsupported", detail: "no dry run" };

it.each<{ why: string; tried?: Outcome; after?: Outcome; result: string; instances?: number }>([
  { why: "deletes nothing", result: "held", instances: 1 },
  { why: "returns no object", tried: { result: "done" }, result: "held", instances: 1 },
  { why: "shows a deletion time", tried: accepted(marked), result: "held", instances: 1 },
  { why: "deletes", after: refused("notFound"), result: "violated" },
  { why: "marks the object", after: accepted(marked), result: "violated" },
  { why: "changes the version", after: accepted(resourceAt("3")), result: "violated" },
  { why: "is not readable", after: refused("forbidden"), result: "undecided" },
  { why: "is rejected", tried: refused("invalid"), result: "undecided" },
  { why: "is not offered", tried: unsupported, result: "held", instances: 0 },
  { why: "has no response", tried: noReply, result: "errored" },
])("a dry run of a deletion $why: $result", ({ tried, after, result, instances }) => {
  const trial = {
    before: stepWith(accepted(stored), 1),
    tried: stepWith(tried ?? accepted(stored), 2),
    after: stepWith(after ?? accepted(stored), 3),
  };

  expect(dryRunDeletesNothing.judge([trial], strictTarget)).toMatchObject([
    { requirement, result, ...(instances === undefined ? {} : { instances }) },
  ]);
});

it("is not judged without delete operations of the API", () => {
  expect(dryRunDeletesNothing.judge([], strictTarget)).toMatchObject([
    { requirement, result: "held", instances: 0 },
  ]);
});
