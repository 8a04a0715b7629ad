import { expect, it } from "vitest";
import { changesBetween } from "./object-changes.ts";
import type { Change } from "./object-changes.ts";
import type { JsonObject } from "#contract";

interface Row {
  readonly name: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
  readonly changes: readonly Change[];
}

const ready = (status: string) => ({ type: "Ready", status });

it.each<Row>([
  { name: "equal objects", before: { a: [1] }, after: { a: [1] }, changes: [] },
  {
    name: "an object that appears, member by member",
    before: undefined,
    after: { a: { b: 1, c: [2] } },
    changes: [
      { path: "status.a.b", after: 1 },
      { path: "status.a.c", after: [2] },
    ],
  },
  {
    name: "an object that goes",
    before: { a: { b: 1 } },
    after: {},
    changes: [{ path: "status.a.b", before: 1 }],
  },
  {
    name: "an empty object that appears",
    before: {},
    after: { a: {} },
    changes: [{ path: "status.a", after: {} }],
  },
  {
    name: "conditions by their types, whatever their order",
    before: { conditions: [ready("True"), { type: "Other", status: "True" }] },
    after: { conditions: [{ type: "Other", status: "True" }, ready("False")] },
    changes: [{ path: "status.conditions[Ready].status", before: "True", after: "False" }],
  },
  {
    name: "a list in which a type stands twice as one value",
    before: { conditions: [ready("True")] },
    after: { conditions: [ready("True"), ready("True")] },
    changes: [
      {
        path: "status.conditions",
        before: [ready("True")],
        after: [ready("True"), ready("True")],
      },
    ],
  },
  {
    name: "an object instead of a text",
    before: { a: "x" },
    after: { a: { b: 1 } },
    changes: [{ path: "status.a", before: "x", after: { b: 1 } }],
  },
  {
    name: "members named like those of every object",
    before: {},
    after: { constructor: 1 },
    changes: [{ path: "status.constructor", after: 1 }],
  },
])("tells $name", ({ before, after, changes }) => {
  expect(changesBetween(before, after, "status")).toEqual(changes);
});
