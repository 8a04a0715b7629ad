import { describe, expect, it } from "vitest";
import type { Finding, Step } from "#harness";
import {
  complaintOf,
  noReply,
  openResults,
  refused,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { shows } from "../testing/status-builders.ts";
import { jsonPatchOperations } from "./json-patch-operations.ts";
import { mergePatch } from "./merge-patch.ts";

const invalid = stepWith(refused("invalid"));
const lost = stepWith(noReply);

describe("a merge patch", () => {
  const base = { num: 1, phase: "A", list: ["x", "y"] };
  const right = {
    first: shows(base),
    mention: shows({ ...base, num: 9 }),
    lists: shows({ ...base, num: 9, list: ["z"] }),
    removal: shows({ num: 9, list: ["z"] }),
    read: shows({ num: 9, list: ["z"] }),
  };

  it.each([
    { why: "by the rules", changed: {}, expected: {} },
    {
      why: "a first report refused",
      changed: { first: invalid },
      expected: { "write.merge-patch-creates-parents": "violated" },
    },
    {
      why: "an unmentioned member gone",
      changed: { mention: shows({ num: 9, list: ["x", "y"] }) },
      expected: { "write.merge-patch-keeps-unmentioned-members": "violated" },
    },
    {
      why: "lists joined",
      changed: { lists: shows({ ...base, list: ["x", "y", "z"] }) },
      expected: { "write.merge-patch-replaces-lists": "violated" },
    },
    {
      why: "a null ignored",
      changed: { removal: shows(base), read: shows(base) },
      expected: { "write.merge-patch-null-removes-member": "violated" },
    },
    {
      why: "a null answered as removed, and kept",
      changed: { read: shows(base) },
      expected: { "write.merge-patch-null-removes-member": "violated" },
    },
    {
      why: "no response",
      changed: { mention: lost },
      expected: { "write.merge-patch-keeps-unmentioned-members": "errored" },
    },
    {
      why: "denied",
      changed: { lists: stepWith(refused("forbidden")) },
      expected: { "write.merge-patch-replaces-lists": "undecided" },
    },
  ])("$why", ({ changed, expected }) => {
    expect(openResults(judgeMerge({ ...right, ...changed }))).toEqual(expected);
  });

  function judgeMerge(steps: Readonly<Record<keyof typeof right, Step>>): readonly Finding[] {
    const { first, mention, lists, removal, read } = steps;
    return mergePatch.judge(
      {
        first: { write: first, expected: base },
        mention: { write: mention, expected: { ...base, num: 9 } },
        lists: { write: lists, expected: { list: ["z"] }, members: ["list"] },
        removal: { write: removal, expected: {}, members: ["phase"] },
        read,
      },
      strictTarget,
    );
  }
});

describe("the operations of a JSON patch", () => {
  const requirement = "write.json-patch-supports-every-operation";
  const rest = { phase: "A" };
  const values = { add: 2, replace: 3, test: 4, copy: 5, move: 6 };
  const right = {
    add: shows({ ...rest, num: 2 }, 1),
    replace: shows({ ...rest, num: 3 }, 2),
    test: shows({ ...rest, num: 4 }, 3),
    copy: shows({ ...rest, num: 5 }, 4),
    move: shows({ ...rest, num: 6 }, 5),
    remove: shows(rest, 6),
  };

  it.each([
    {
      why: "all carried out",
      changed: {},
      results: ["held", "held", "held", "held", "held", "held"],
    },
    {
      why: "one rejected",
      changed: { move: stepWith(refused("invalid"), 5) },
      results: ["held", "held", "held", "held", "violated", "held"],
    },
    {
      why: "one without effect",
      changed: { add: shows({ ...rest, num: 1 }, 1) },
      results: ["violated", "held", "held", "held", "held", "held"],
    },
    {
      why: "a test of an unknown value",
      changed: { replace: stepWith(refused("invalid"), 2), test: stepWith(refused("invalid"), 3) },
      results: ["held", "violated", "undecided", "held", "held", "held"],
    },
    {
      why: "a test of a value that was not stored",
      changed: {
        replace: shows({ ...rest, num: 2 }, 2),
        test: stepWith(refused("invalid"), 3),
      },
      results: ["held", "violated", "undecided", "held", "held", "held"],
    },
    {
      why: "no response",
      changed: { copy: stepWith(noReply, 4) },
      results: ["held", "held", "held", "errored", "held", "held"],
    },
  ])("$why", ({ changed, results }) => {
    const writes = { ...right, ...changed };

    expect(resultsOf(judge(writes, shows(rest, 7)), requirement)).toEqual(results);
  });

  it("must be stored", () => {
    expect(complaintOf(judge(right, shows({ ...rest, num: 6 }, 7)), requirement)).toBe(
      "the status: num is 6 instead of absent",
    );
  });

  function judge(writes: typeof right, read: Step): readonly Finding[] {
    return jsonPatchOperations.judge({ counter: "num", values, rest, writes, read }, strictTarget);
  }
});
