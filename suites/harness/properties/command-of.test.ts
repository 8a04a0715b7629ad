import { expect, it } from "vitest";
import { contractSemantics, resourceVersion, uid } from "#contract";
import type { Command, ObjectKey, Outcome, Semantics } from "#contract";
import { initialState, observe } from "#model";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { commandOf } from "./command-of.ts";

const key: ObjectKey = { kind: "Service", namespace: "a", name: "web" };
const [spec = {}] = workloadKind.samples.specs;
const creation: Command = { verb: "create", identity: "author", key, spec };
const metadata = { ...key, uid: uid("u1"), resourceVersion: resourceVersion("1") };
const outcome: Outcome = { result: "object", object: { kind: "Service", metadata, spec } };

function creationsWith(takenName: Semantics["takenName"]): readonly unknown[] {
  const semantics: Semantics = { ...contractSemantics, ...(takenName ? { takenName } : {}) };
  const rules = { semantics, features: [], statusModes: workloadKind.statusModes };
  const created = observe(initialState, { command: creation, outcome }, rules);
  if (!created.fits) throw new Error("The creation does not fit the model.");
  const stage = { kind: workloadKind, label: {}, keys: [key, key], semantics } as const;
  const move = { move: "create", slot: 0, way: 0, spec: 0, held: false } as const;
  return [initialState, created.state].map((before) => commandOf(move, before, stage)?.verb);
}

it("creates an object with an existing name, which must be rejected", () => {
  expect(creationsWith(undefined)).toEqual(["create", "create"]);
});

it("creates no second object with a name if names need not be unique", () => {
  expect(creationsWith("accepted")).toEqual(["create", undefined]);
});
