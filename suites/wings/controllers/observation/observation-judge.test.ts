import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject, ManagedFields, Resource } from "#contract";
import type { Trace } from "#harness";
import { observationCase } from "#verdicts";
import { ObservationJudge } from "./observation-judge.ts";
import type { ObservationOutcome } from "./observation-judge.ts";

const manager = "process-of-many";

interface State {
  readonly kind?: string;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly owned: readonly (Pick<ManagedFields, "subresource"> & { readonly fields: JsonObject })[];
  readonly afterMs?: number;
}

const counts = { fields: { "f:status": { "f:count": {} } }, subresource: "status" };
const ofSpec = { fields: { "f:spec": { "f:size": {} } } };

const allOfSpec = { fields: { "f:spec": { "f:size": {}, "f:color": {} } } };

function observed(states: readonly State[]): ObservationOutcome {
  const judge = new ObservationJudge({ kinds: ["Budget", "Set"], managers: [manager] });
  for (const trace of watched()) judge.take(trace);
  let atMs = 0;
  for (const [index, state] of states.entries()) {
    atMs += state.afterMs ?? 1;
    judge.take(shown(state, { version: 100 + index, atMs }));
  }
  return judge.conclude();
}

function shown(
  { kind = "Budget", spec = { size: 1 }, status = {}, owned }: State,
  { version, atMs }: { readonly version: number; readonly atMs: number },
): Trace {
  const object: Resource = {
    kind,
    spec,
    status,
    metadata: {
      name: "one",
      uid: uid(kind),
      resourceVersion: resourceVersion(String(version)),
      managedFields: owned.map((one) => ({ manager, operation: "Update", ...one })),
    },
  };
  const event = {
    type: "MODIFIED",
    resourceVersion: object.metadata.resourceVersion,
    object,
  } as const;
  return { line: "event", exchange: kind === "Budget" ? 1 : 2, arrivedMs: atMs, event };
}

function watched(): readonly Trace[] {
  return [1, 2].map((exchange) => ({
    line: "watch",
    exchange,
    case: observationCase,
    startedMs: 0,
    command: {
      verb: "watch",
      identity: "reader",
      kind: exchange === 1 ? "Budget" : "Set",
      initialEvents: true,
    },
    request: { url: "", operation: "" },
  }));
}

function broken({ findings }: ObservationOutcome): readonly string[] {
  return findings.flatMap(({ result, requirement }) =>
    result === "violated" ? [requirement] : [],
  );
}

describe("an observation", () => {
  it("accuses no status of returning: it may depend on other objects", () => {
    const back = Array.from({ length: 40 }, (_, index) => ({
      status: { count: index % 2 },
      owned: [counts],
    }));
    const { findings, silent } = observed(back);

    expect(broken({ findings, silent })).toEqual([]);
    expect(silent.get("controller.comes-to-rest")).toContain("may depend on other objects");
  });

  it("does not take two writes one after the other for one reconcile", () => {
    const both = { fields: { "f:status": { "f:count": {}, "f:seen": {} } }, subresource: "status" };
    const pairs = Array.from({ length: 20 }, (_, index) => [
      { status: { count: index, seen: index }, owned: [both], afterMs: 60_000 },
      { status: { count: index + 1, seen: index }, owned: [both], afterMs: 1 },
    ]).flat();
    const outcome = observed(pairs);

    expect(broken(outcome)).toEqual([]);
    expect(outcome.silent.get("controller.one-flush-per-reconcile")).toContain(
      "which writes belong to one reconcile",
    );
  });

  it.each([
    {
      what: "a spec that the manager has not written before",
      before: [counts],
      after: [counts, ofSpec],
      found: ["controller.spec-untouched"],
    },
    {
      what: "nothing of a spec that is its own, as of an object that it made",
      before: [counts, allOfSpec],
      after: [counts, allOfSpec],
      found: [],
    },
    {
      what: "nothing that goes through another subresource, such as scale",
      before: [counts],
      after: [counts, { ...ofSpec, subresource: "scale" }],
      found: [],
    },
  ])("accuses $what", ({ before, after, found }) => {
    const states = [
      { status: { count: 1 }, owned: before },
      { status: { count: 2 }, owned: before },
      { spec: { size: 2 }, status: { count: 2 }, owned: after },
    ];

    expect(broken(observed(states))).toEqual(found);
  });

  it("does not know whose spec it is where one name writes statuses of several kinds", () => {
    const states = (kind: string): readonly State[] => [
      { kind, status: { count: 1 }, owned: [counts] },
      { kind, status: { count: 2 }, owned: [counts] },
    ];
    const outcome = observed([
      ...states("Budget"),
      ...states("Set"),
      { kind: "Set", spec: { size: 2 }, status: { count: 2 }, owned: [counts, ofSpec] },
    ]);

    expect(broken(outcome)).toEqual([]);
    expect(outcome.silent.get("controller.spec-untouched")).toContain("(Budget, Set)");
  });
});
