import { expect, it } from "vitest";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { requiredOf, sparseSpecIsKept } from "./sparse-spec-is-kept.ts";

const requirement = "isolation.status-write-never-changes-spec";
const sparse = accepted(resourceAt("1", { spec: { size: 1 } }));

it.each([
  { why: "keeps the spec", outcome: accepted(resourceAt("2", { spec: { size: 1 } })), open: {} },
  {
    why: "sets a default",
    outcome: accepted(resourceAt("2", { spec: { size: 1, depth: 2.5 } })),
    open: { [requirement]: "violated" },
  },
  { why: "is rejected", outcome: refused("invalid"), open: {} },
])("a status write that $why", ({ outcome, open }) => {
  const steps = { created: stepWith(sparse, 1), before: stepWith(sparse, 2) };
  const seen = { ...steps, write: stepWith(outcome, 3), after: stepWith(outcome, 4) };

  expect(openResults(sparseSpecIsKept.judge(seen, strictTarget))).toEqual(open);
});

it("shows nothing if no such object can be created", () => {
  for (const seen of [{}, { created: stepWith(refused("invalid"), 1) }]) {
    expect(sparseSpecIsKept.judge(seen, strictTarget)).toMatchObject([
      { result: "held", instances: 0 },
      { result: "held", instances: 0 },
    ]);
  }
});

it("keeps the required fields of a spec", () => {
  const text = { kind: "text", shortest: 0, longest: 9 } as const;
  const members = [
    { name: "size", shape: text, isRequired: true },
    { name: "depth", shape: text, isRequired: false },
  ];

  expect(requiredOf({ size: "s", depth: "d" }, { kind: "object", members })).toEqual({ size: "s" });
  expect(requiredOf({ size: "s" }, undefined)).toBeUndefined();
});
