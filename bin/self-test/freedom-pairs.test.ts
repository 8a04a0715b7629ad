import { expect, it } from "vitest";
import { freedoms } from "#reference";
import { freedomRunOf } from "./freedom-run.ts";
import { pickFreedoms } from "./picked-variants.ts";
import { tryFreedoms } from "./freedom-trial.ts";

// Sets that once caused a false positive, although each of their freedoms passes separately.
it.each([
  {
    why: "both declare something of one mutation",
    names: ["nulls-are-ignored", "no-op-of-status-takes-version"],
  },
  {
    why: "only a mutation that replaces leaves lists as they are sent",
    names: ["no-patches", "lists-are-merged"],
  },
  {
    why: "a token is made of a version that has another spelling",
    names: ["cursors-are-not-versions", "versions-are-hashes"],
  },
  {
    why: "lists keep what admission gave each object",
    names: ["lists-are-merged", "admission-gives-status", "condition-times-in-microseconds"],
  },
  {
    why: "an apply leaves the entries of admission",
    names: ["no-replacing-mutation", "admission-gives-status"],
  },
  {
    why: "no option of writes is left",
    names: ["no-uid-precondition", "no-dry-run", "no-field-validation", "no-field-managers"],
  },
  {
    why: "every mutation merges lists",
    names: ["reads-are-public", "typed-operations-alone", "lists-are-merged"],
  },
  {
    why: "both steps of a deletion return a union",
    names: ["deletions-take-two-steps", "refusals-are-data"],
  },
  {
    why: "objects have no author-owned metadata",
    names: ["no-labels", "no-finalizers"],
  },
  {
    why: "the only metadata that an author writes is of no use",
    names: ["no-labels", "no-deletion"],
  },
])("are spared together where $why", async ({ names }) => {
  const { signal } = new AbortController();
  const trial = await tryFreedoms({ freedoms: names, turn: 0 }, signal);
  const { problem, unexplained } = freedomRunOf(pickFreedoms(names, freedoms), trial);

  expect(problem).toBeUndefined();
  expect(unexplained).toEqual([]);
});
