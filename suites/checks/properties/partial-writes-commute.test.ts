import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { Step } from "#harness";
import { accepted, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { partialWritesCommute } from "./partial-writes-commute.ts";

const key = { kind: "Service", namespace: "default", name: "a" };

function reported(version: string, status: JsonObject, stored: JsonObject): Step {
  const step = stepWith(accepted(resourceAt(version, { status: stored })), Number(version));
  return {
    ...step,
    command: { verb: "updateStatus", identity: "controller", via: "report", key, status },
  };
}

/** The server stores `QUEUED` if the first write omits the state. */
const trail = {
  fixture: { key, object: resourceAt("1"), exchange: 1 },
  steps: [
    reported("2", { result: "GOOD" }, { state: "QUEUED", result: "GOOD" }),
    reported("3", { state: "DONE" }, { state: "DONE", result: "GOOD" }),
  ],
};

function resultsWith(nonNull: readonly string[], given: typeof trail): readonly string[] {
  const observed = { beginning: null, straight: given, crossed: given, nonNull };
  const found = { path: "0", tried: 1, observed };
  return partialWritesCommute
    .judge({ inputs: 1, exercised: {}, found }, strictTarget)
    .map(({ result }) => result);
}

it("permits a default for a field that every status has, in the first status", () => {
  expect(resultsWith(["state"], trail)).not.toContain("violated");
  expect(resultsWith([], trail)).toContain("violated");
});

it("permits no default in a later status", () => {
  const reset = reported("4", { result: "BAD" }, { state: "QUEUED", result: "BAD" });
  const steps = [...trail.steps, reset, reported("5", { state: "DONE" }, { state: "DONE" })];

  expect(resultsWith(["state"], { ...trail, steps })).toContain("violated");
});
