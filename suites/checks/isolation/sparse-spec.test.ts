import { expect, it } from "vitest";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import type { ValueShape } from "#harness";
import { requiredOf, sparseSpecIsKept, withoutNested } from "./sparse-spec-is-kept.ts";

type MemberShape = Extract<ValueShape, { kind: "object" }>["members"][number];

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

function trial(size: number): object {
  const outcome = accepted(resourceAt("2", { spec: { size: 1, yaw: { size } } }));
  const before = stepWith(accepted(resourceAt("1", { spec: { size: 1, yaw: { size: 1 } } })), 2);
  return { created: before, before, write: stepWith(outcome, 3), after: stepWith(outcome, 4) };
}

function judge(seen: object): unknown {
  return openResults(sparseSpecIsKept.judge(seen, strictTarget));
}

it("is judged without single fields of nested objects", () => {
  expect(judge({ nested: [trial(1), trial(2)] })).toEqual({ [requirement]: "violated" });
  expect(judge({ nested: [trial(1), {}] })).toEqual({});
  const findings = sparseSpecIsKept.judge({ nested: [trial(1), {}] }, strictTarget);
  expect(findings.map((one) => one.result === "held" && one.instances)).toEqual([1, 0]);
});

it("omits each optional field of a nested object once", () => {
  const text = { kind: "text", shortest: 0, longest: 9 } as const;
  const field = (name: string, isRequired: boolean): MemberShape => ({
    name,
    shape: text,
    isRequired,
  });
  const yaw: MemberShape = {
    name: "yaw",
    isRequired: false,
    shape: {
      kind: "object",
      members: [field("mode", true), field("turn", false), field("at", false)],
    },
  };
  const shape: ValueShape = { kind: "object", members: [field("size", false), yaw] };

  expect(withoutNested({ size: "s", yaw: { mode: "m", turn: "t" } }, shape)).toEqual([
    { size: "s", yaw: { mode: "m" } },
  ]);
  expect(withoutNested({ size: "s", yaw: { mode: "m", turn: "t", at: "a" } }, shape)).toEqual([
    { size: "s", yaw: { mode: "m", at: "a" } },
    { size: "s", yaw: { mode: "m", turn: "t" } },
  ]);
  expect(withoutNested({ size: "s" }, undefined)).toEqual([]);
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
