import { expect, it } from "vitest";
import type { Step } from "#harness";
import { accepted, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { specAndStatusWritesCommute } from "./spec-and-status-writes-commute.ts";

interface State {
  readonly size: number;
  readonly generation: number;
}

function objectAt(version: string, { size, generation }: State): ReturnType<typeof resourceAt> {
  const object = resourceAt(version);
  return { ...object, spec: { size }, metadata: { ...object.metadata, generation } };
}

function written(version: string, state: State): Step {
  return stepWith(accepted(objectAt(version, state)), Number(version));
}

function specWritten(version: string, state: State): Step {
  const key = { kind: "Widget", namespace: "one", name: "a" };
  const command = { verb: "update", identity: "author", key, spec: { size: state.size } } as const;
  return { ...written(version, state), command };
}

function statusWritten(version: string, state: State): Step {
  const step = written(version, state);
  const key = { kind: "Widget", namespace: "one", name: "a" };
  return {
    ...step,
    command: { verb: "updateStatus", identity: "controller", via: "report", key, status: {} },
  };
}

function violatedBy(steps: readonly Step[]): readonly string[] {
  const object = objectAt("1", { size: 1, generation: 1 });
  const trail = {
    fixture: { key: { kind: "Widget", namespace: "one", name: "a" }, object, exchange: 1 },
    steps,
  };
  const observed = { specFirst: trail, statusFirst: trail };
  const found = { path: "0", tried: 1, observed };
  const searched = { inputs: 1, exercised: {}, found };
  return specAndStatusWritesCommute
    .judge(searched, strictTarget)
    .flatMap(({ result, requirement }) => (result === "violated" ? [requirement] : []));
}

it("attributes a spec that a status write changed to isolation, not to the generation", () => {
  const steps = [
    written("2", { size: 2, generation: 2 }),
    statusWritten("3", { size: 3, generation: 2 }),
  ];
  expect(violatedBy(steps)).toEqual(["isolation.status-write-never-changes-spec"]);
});

it("attributes a generation that a spec write increased by two to the generation", () => {
  const steps = [
    specWritten("2", { size: 2, generation: 3 }),
    statusWritten("3", { size: 2, generation: 3 }),
  ];
  expect(violatedBy(steps)).toEqual(["generation.counts-spec-changes"]);
});

it("attributes a generation that a status write increased to status writes", () => {
  const steps = [
    specWritten("2", { size: 2, generation: 2 }),
    statusWritten("3", { size: 2, generation: 3 }),
  ];
  expect(violatedBy(steps)).toEqual(["generation.ignores-status-writes"]);
});

it("attributes a generation that a spec write kept to the generation", () => {
  const steps = [
    written("2", { size: 2, generation: 1 }),
    statusWritten("3", { size: 2, generation: 1 }),
  ];
  expect(violatedBy(steps)).toEqual(["generation.counts-spec-changes"]);
});
