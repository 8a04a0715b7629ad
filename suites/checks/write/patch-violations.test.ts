import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { violationsIn, inFull } from "../testing/violations.ts";
import type { WriteViolations } from "../testing/violations.ts";
import { refused, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { shows } from "../testing/status-builders.ts";
import { jsonPatchOperations } from "./json-patch-operations.ts";
import { listsAreReplaced } from "./lists-are-replaced.ts";
import { mergePatch } from "./merge-patch.ts";
import { partialWrites } from "./partial-writes.ts";

const invalid = refused("invalid");
const one: JsonObject = { num: 1 };
const [right, wrong] = [shows(one, 1), shows({ num: 2 }, 2)];
const twoForOne = "the status: num is 2 instead of 1";

it.each<WriteViolations>([
  {
    what: "an operation of a JSON patch",
    findings: jsonPatchOperations.judge(
      {
        counter: "num",
        values: { add: 2, replace: 3, test: 4, copy: 5, move: 6 },
        rest: { phase: "A" },
        writes: {
          add: shows({ phase: "A", num: 3 }, 1),
          replace: shows({ phase: "A", num: 3 }, 2),
          test: shows({ phase: "A", num: 4 }, 3),
          copy: shows({ phase: "A", num: 5 }, 4),
          move: shows({ phase: "A", num: 6 }, 5),
          remove: stepWith(invalid, 6),
        },
        read: shows({ phase: "A", num: 6 }, 7),
      },
      strictTarget,
    ),
    violations: [
      [
        'accepted, and the status is {"phase":"A","num":2}, because the patch, including its "add" operation, can be applied',
        "the status: num is 3 instead of 2",
        [1],
      ],
      [
        'accepted, and the status is {"phase":"A"}, because the patch, including its "remove" operation, can be applied',
        "rejected as invalid (code INVALID): no",
        [6],
      ],
    ],
  },
  {
    what: "a list",
    findings: listsAreReplaced.judge(
      { path: ["a", "b"], submitted: [3], write: right, read: shows({ a: { b: [1, 3] } }, 2) },
      strictTarget,
    ),
    violations: [
      [
        "status.a.b is [3], as submitted",
        "the stored list: [0] is 1 instead of 3; [1] is 3 instead of absent",
        [1, 2],
      ],
    ],
  },
  {
    what: "merge patches",
    findings: mergePatch.judge(
      {
        first: { write: wrong, expected: one },
        mention: { write: shows({ num: 2 }, 3), expected: one },
        lists: {
          write: shows({ num: 2, list: [1, 2] }, 4),
          expected: { list: [2] },
          members: ["list"],
        },
        removal: { write: shows({}, 5), expected: {}, members: ["num"] },
        read: shows({ num: 2, list: [1, 2] }, 6),
      },
      strictTarget,
    ),
    violations: [
      [
        'accepted, and the status is {"num":1}, because the object had no status before the patch',
        twoForOne,
        [2],
      ],
      [
        'accepted, and the status is {"num":1}, because the patch contains only the counter and empty nested objects',
        twoForOne,
        [3],
      ],
      [
        "accepted, and status.list is [2], because the lists in the patch replace the stored lists",
        "the status: list[0] is 1 instead of 2; list[1] is 2 instead of absent",
        [4],
      ],
      [
        "accepted, and status.num is absent, because the patch sets the field to null",
        "the status: num is 2 instead of absent",
        [5, 6],
      ],
    ],
  },
  {
    what: "partial writes",
    findings: partialWrites.judge(
      {
        trial: {
          base: resourceAt("1", { status: { num: 1, note: "a" } }),
          member: "num",
          value: 2,
          partial: wrong,
          afterPartial: shows({ num: 2 }, 3),
          cleared: "note",
          clearing: shows({}, 4),
          afterClearing: shows({ num: 3 }, 5),
        },
      },
      strictTarget,
    ),
    violations: [
      [
        'only num changes, so the status is {"num":2,"note":"a"}',
        'the stored status: note is absent instead of "a"',
        [2, 3],
      ],
      [
        'only note is cleared, so the status is {"num":2}',
        "the stored status: num is 3 instead of 2",
        [3, 4, 5],
      ],
    ],
  },
])("what is said of $what", (row) => {
  expect(violationsIn(row.findings)).toEqual(inFull(row));
});
