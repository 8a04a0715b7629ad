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

it("writes the fields that the first status of an object needs, but not in later statuses", () => {
  const [via = ""] = workloadKind.operations.updateStatus;
  const kind = { ...workloadKind, requiredFirst: { [via]: ["phase"] } };
  const [{ phase = null } = {}] = workloadKind.samples.statuses;
  const rules = {
    semantics: contractSemantics,
    features: [],
    statusModes: workloadKind.statusModes,
  };
  const created = observe(initialState, { command: creation, outcome }, rules);
  if (!created.fits) throw new Error("The creation does not fit the model.");
  const named = { key, resourceVersion: resourceVersion("1") };
  const reported = observe(
    created.state,
    {
      command: { verb: "updateStatus", identity: "controller", via, ...named, status: { phase } },
      outcome: {
        result: "object",
        object: {
          kind: "Service",
          metadata: { ...metadata, resourceVersion: resourceVersion("2") },
          spec,
          status: { phase },
        },
      },
    },
    rules,
  );
  if (!reported.fits) throw new Error("The status does not fit the model.");
  const stage = { kind, label: {}, keys: [key, key], semantics: contractSemantics } as const;
  const members = 1 << Object.keys(workloadKind.samples.statuses[0] ?? {}).indexOf("count");
  const move = {
    move: "write status",
    identity: "controller",
    slot: 0,
    way: 0,
    sample: 0,
    members,
    nulls: 0,
    version: "current",
    uid: "none",
    trial: false,
  } as const;
  const sent = [created.state, reported.state].map((before) => {
    const command = commandOf(move, before, stage);
    return command?.verb === "updateStatus" ? Object.keys(command.status) : [];
  });

  expect(sent).toEqual([["phase", "count"], ["count"]]);
});

function updateOf(
  more: Partial<typeof workloadKind>,
  isStored: boolean,
): { readonly version?: string | undefined } | undefined {
  const rules = {
    semantics: contractSemantics,
    features: [],
    statusModes: workloadKind.statusModes,
  };
  const created = observe(initialState, { command: creation, outcome }, rules);
  if (!created.fits) throw new Error("The creation does not fit the model.");
  const other = { ...key, name: "other" };
  const keys = isStored ? ([key, other] as const) : ([other, key] as const);
  const kind = { ...workloadKind, ...more };
  const stage = { kind, label: {}, keys, semantics: contractSemantics };
  const command = commandOf(
    {
      move: "write spec",
      slot: 0,
      way: 0,
      identity: "author",
      version: "current",
      uid: "none",
      spec: 1,
    },
    created.state,
    stage,
  );
  return command?.verb === "update" ? { version: command.resourceVersion } : undefined;
}

const [via = ""] = workloadKind.operations.update;

it("writes a spec without a version if the operation sends none", () => {
  expect(updateOf({}, true)).toEqual({ version: "1" });
  expect(updateOf({ unconditional: [via] }, true)).toEqual({ version: undefined });
});

it("writes no spec of a missing object with an operation that would create it", () => {
  expect(updateOf({ upserts: [via] }, false)).toBeUndefined();
  expect(updateOf({ upserts: [via] }, true)).toEqual({ version: "1" });
  expect(updateOf({}, false)).toEqual({ version: "1" });
});

it.each(["write spec", "delete"] as const)(
  "specifies the uid in %s only if the operation sends it",
  (name) => {
    const verb = name === "delete" ? "delete" : "update";
    const [of = ""] = workloadKind.operations[verb];
    const rules = { semantics: contractSemantics, features: [], statusModes: {} };
    const created = observe(initialState, { command: creation, outcome }, rules);
    if (!created.fits) throw new Error("The creation does not fit the model.");
    const on = { slot: 0, way: 0, uid: "current" } as const;
    const move =
      name === "delete"
        ? ({ move: name, ...on } as const)
        : ({ move: name, ...on, identity: "author", version: "current", spec: 1 } as const);
    const uidSent = (withoutUid: readonly string[]): unknown => {
      const kind = { ...workloadKind, withoutUid };
      const stage = { kind, label: {}, keys: [key, key], semantics: contractSemantics } as const;
      const command = commandOf(move, created.state, stage);
      return command !== undefined && "uid" in command ? command.uid : "none";
    };

    expect(uidSent([])).toBe("u1");
    expect(uidSent(["another"])).toBe("u1");
    expect(uidSent([of])).toBe("none");
  },
);
