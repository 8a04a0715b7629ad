import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { holdingFinalizer } from "#harness";
import { isReportedOn } from "./is-reported-on.ts";

describe("isReportedOn", () => {
  it.each<readonly [string, JsonObject | undefined, boolean, boolean]>([
    ["no status", undefined, true, false],
    ["the newest generation", { observedGeneration: 2 }, true, true],
    ["an older generation", { observedGeneration: 1 }, true, false],
    ["no generation", { phase: "Ready" }, true, false],
    ["no generation, for a kind without one", { phase: "Ready" }, false, true],
    ["no status, for a kind without a generation", undefined, false, false],
    ["an older generation in its conditions", conditionsAt(1, 1), false, false],
    ["the newest generation in a condition", conditionsAt(1, 2), false, true],
    ["the newest generation only in a condition", conditionsAt(2), true, true],
    ["conditions without a generation", { conditions: [{ type: "Ready" }] }, false, true],
  ])("takes %s into account", (_, status, observes, expected) => {
    expect(isReportedOn(objectWith(status), observes)).toBe(expected);
  });

  it.each<readonly [string, readonly string[], boolean]>([
    ["the suite's finalizer", [holdingFinalizer], true],
    ["another finalizer", [holdingFinalizer, "example.com/clean-up"], false],
  ])("awaits only the cleanup of a terminating object with %s", (_, finalizers, expected) => {
    const { metadata, ...rest } = objectWith({ observedGeneration: 1 });
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    const terminating = { ...rest, metadata: { ...metadata, deletionTimestamp, finalizers } };
    expect(isReportedOn(terminating, true)).toBe(expected);
  });
});

function conditionsAt(...generations: readonly number[]): JsonObject {
  const conditions = generations.map((observedGeneration, index) => ({
    type: `Part${index}`,
    observedGeneration,
  }));
  return { conditions };
}

function objectWith(status: JsonObject | undefined): Resource {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("3") };
  return {
    kind: "Service",
    metadata: { ...metadata, generation: 2 },
    ...(status === undefined ? {} : { status }),
  };
}
