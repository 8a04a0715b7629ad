import { expect, it } from "vitest";
import {
  accepted,
  complaintOf,
  noReply,
  refused,
  refusedWithoutCode,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { ownershipConflictIsToldApart } from "./ownership-conflict-is-told-apart.ts";

const requirement = "errors.ownership-conflict-distinguishable";
const stale = refused("conflict");
const causes = [{ reason: "Owned", field: "status.num", message: "is not yours" }] as const;
const other = { field: "status.num", message: "and more" };
const owned = refused("conflict", { causes });
const written = accepted(resourceAt("2"));

it.each([
  { why: "told by causes", ownership: owned, stale, result: "held" },
  {
    why: "told by codes",
    ownership: refused("conflict", { code: "OWNED" }),
    stale,
    result: "held",
  },
  { why: "not told", ownership: stale, stale, result: "violated" },
  {
    why: "told to people alone",
    ownership: refused("conflict", { message: "owned" }),
    stale,
    result: "violated",
  },
  {
    why: "told by one of two causes",
    ownership: refused("conflict", { causes: [other, ...causes] }),
    stale: refused("conflict", { causes: [other] }),
    result: "held",
  },
  {
    why: "told by the order of causes alone",
    ownership: refused("conflict", { causes: [other, ...causes] }),
    stale: refused("conflict", { causes: [...causes, other, other] }),
    result: "violated",
  },
  { why: "accepted", ownership: written, stale, result: "undecided" },
  { why: "beside an accepted one", ownership: owned, stale: written, result: "undecided" },
  { why: "rejected as invalid", ownership: refused("invalid"), stale, result: "undecided" },
  {
    why: "beside an invalid one",
    ownership: owned,
    stale: refused("invalid"),
    result: "undecided",
  },
  { why: "no response", ownership: noReply, stale, result: "errored" },
  { why: "beside no response", ownership: owned, stale: noReply, result: "errored" },
])("a conflict of ownership, $why: $result", ({ ownership, stale: late, result }) => {
  const findings = ownershipConflictIsToldApart.judge(
    { ownership: stepWith(ownership, 1), stale: stepWith(late, 2) },
    strictTarget,
  );

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it.each([
  { conflict: stale, words: "conflict (CONFLICT) without causes" },
  { conflict: refusedWithoutCode("conflict"), words: "conflict (no code) without causes" },
  { conflict: owned, words: "conflict (CONFLICT) with Owned" },
  {
    conflict: refused("conflict", { causes: [other, ...causes] }),
    words: "conflict (CONFLICT) with Owned, no reason",
  },
])("is told in words: $words", ({ conflict, words }) => {
  const findings = ownershipConflictIsToldApart.judge(
    { ownership: stepWith(conflict, 1), stale: stepWith(conflict, 2) },
    strictTarget,
  );

  expect(complaintOf(findings, requirement)).toBe(`both are ${words}`);
  expect(findings).toMatchObject([{ evidence: [1, 2] }]);
});

it("states which of the two is no conflict", () => {
  const findings = ownershipConflictIsToldApart.judge(
    { ownership: stepWith(owned, 1), stale: stepWith(written, 2) },
    strictTarget,
  );

  expect(findings).toMatchObject([
    { reason: "one of the two writes did not conflict: accepted, version 2", evidence: [1, 2] },
  ]);
});
