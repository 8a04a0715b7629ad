import { expect, it } from "vitest";
import {
  accepted,
  complaintOf,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { ownershipConflictIsToldApart } from "./ownership-conflict-is-told-apart.ts";

const requirement = "errors.ownership-conflict-distinguishable";
const stale = refused("conflict");
const owned = refused("conflict", {
  causes: [{ reason: "FieldManagerConflict", field: "status.num", message: "is not yours" }],
});

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
  { why: "accepted", ownership: accepted(resourceAt("2")), stale, result: "undecided" },
  { why: "no reply", ownership: noReply, stale, result: "errored" },
])("a conflict of ownership, $why: $result", ({ ownership, stale: late, result }) => {
  const findings = ownershipConflictIsToldApart.judge(
    { ownership: stepWith(ownership, 1), stale: stepWith(late, 2) },
    strictTarget,
  );

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("is told in words", () => {
  const findings = ownershipConflictIsToldApart.judge(
    { ownership: stepWith(stale, 1), stale: stepWith(stale, 2) },
    strictTarget,
  );

  expect(complaintOf(findings, requirement)).toBe("both are conflict (CONFLICT) without causes");
});
