import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { observedPathsIn } from "./observed-generation.ts";

function pathsFor(generation: string, status: JsonObject, version = "etag"): readonly string[] {
  return observedPathsIn({
    paths: { name: "name", uid: "id", resourceVersion: version, generation },
    samples: { specs: [], statuses: [status, status], counter: "", invalidStatuses: [] },
  });
}

it.each<[string, string, JsonObject, readonly string[]]>([
  ["a word before the kind's own", "revision", { seenRevision: 1, altitude: 2 }, ["seenRevision"]],
  ["snake case, and inside", "meta.turn", { last: { applied_turn: 1 } }, ["last.applied_turn"]],
  ["a word after it", "edition", { editionProcessed: 1 }, ["editionProcessed"]],
  ["the standard name first", "rev", { observedGeneration: 1, seenRev: 1 }, ["observedGeneration"]],
  ["a common name for another word", "turn", { observed_revision: 1 }, ["observed_revision"]],
  ["several", "wave", { seenWave: 1, lastAppliedWave: 1 }, ["seenWave", "lastAppliedWave"]],
  ["no failed or wanted generation", "revision", { failedRevision: 1, wantedRevision: 1 }, []],
  ["no text", "revision", { appliedRevision: "main@sha1:8d9f" }, []],
  ["not the same name", "revision", { revision: 1 }, []],
])("finds %s", (_, generation, status, found) => {
  expect(pathsFor(generation, status)).toEqual(found);
});

it("does not mistake an observed version for an observed generation", () => {
  expect(pathsFor("turn", { observedRevision: 7 }, "revision")).toEqual([]);
});
