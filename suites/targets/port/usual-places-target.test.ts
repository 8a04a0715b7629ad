import { describe, expect, it } from "vitest";
import { contractSemantics, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Resource, WatchEvent } from "#contract";
import { plainKind } from "./plain-kind.fixture.ts";
import type { KindDescription, Target, WatchListener } from "./target.ts";
import { withUsualPlaces } from "./usual-places-target.ts";

const own: JsonObject = { facts: [{ type: "Ready" }], seenTurn: 2, phase: "Up" };
const usual: JsonObject = {
  conditions: [{ type: "Ready" }],
  observedGeneration: 2,
  phase: "Up",
};

const drone = plainKind("Drone", {
  statusMembers: { x: ["facts", "seenTurn", "phase"] },
  samples: { specs: [], statuses: [own], counter: "seenTurn", invalidStatuses: [] },
  conditionsPath: ["facts"],
  observedGenerationPath: ["seenTurn"],
});

const key = { kind: "Drone", name: "one" };

const stored: Resource = {
  kind: "Drone",
  metadata: { name: "one", uid: uid("u"), resourceVersion: resourceVersion("1") },
  spec: {},
  status: own,
};

const event: WatchEvent = {
  type: "MODIFIED",
  resourceVersion: resourceVersion("1"),
  object: stored,
};

/** Answers every command with the stored object, in the words of the endpoint. */
function targetOf(kind: KindDescription, sent: Command[] = []): Target {
  return {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "drones",
      kinds: [kind],
      features: [],
      prerequisites: [],
      semantics: contractSemantics,
      identities: ["author", "controller"],
    },
    misfit: (command) => (command.verb === "updateStatus" ? JSON.stringify(command.status) : ""),
    execute: (command) => {
      sent.push(command);
      return Promise.resolve({
        outcome:
          command.verb === "list"
            ? { result: "list", items: [stored] }
            : { result: "object", object: stored },
      });
    },
    watch: (_command, listener) => {
      listener.event(event);
      const request = { url: "", operation: "" };
      return Promise.resolve({ request, [Symbol.asyncDispose]: () => Promise.resolve() });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const { signal } = new AbortController();

describe("a target whose statuses have other names", () => {
  it("describes its kinds with the usual names", () => {
    const { kinds, remarks } = withUsualPlaces(targetOf(drone)).description;

    expect(kinds[0]?.samples).toMatchObject({ statuses: [usual], counter: "observedGeneration" });
    expect(kinds[0]?.statusMembers).toEqual({ x: ["conditions", "observedGeneration", "phase"] });
    expect(remarks).toEqual([
      "The status of Drone contains facts; findings call it conditions.",
      "The status of Drone contains seenTurn; findings call it observedGeneration.",
    ]);
  });

  it("sends its own names, and returns the usual ones", async () => {
    const sent: Command[] = [];
    const target = withUsualPlaces(targetOf(drone, sent));
    const write = { verb: "updateStatus", identity: "controller", via: "x", key } as const;
    const command = { ...write, resourceVersion: resourceVersion("1"), status: usual };

    const { outcome } = await target.execute(command, signal);
    const list = await target.execute({ verb: "list", identity: "author", kind: "Drone" }, signal);

    expect(sent[0]).toMatchObject({ status: own });
    expect(target.misfit?.(command)).toContain('"seenTurn":2');
    expect(outcome).toMatchObject({ object: { status: usual } });
    expect(list.outcome).toMatchObject({ items: [{ status: usual }] });
  });

  it("delivers events with the usual names", async () => {
    const events: WatchEvent[] = [];
    const listener: WatchListener = { event: (one) => void events.push(one), ended: () => {} };
    const watched = { verb: "watch", identity: "author", kind: "Drone" } as const;

    await withUsualPlaces(targetOf(drone)).watch(watched, listener, signal);

    expect(events).toMatchObject([{ object: { status: usual } }]);
  });
});

it("has the optional methods of the target, and no others", async () => {
  const plain = withUsualPlaces(targetOf(drone));
  for (const method of ["restart", "removeCollections", "watchMisfit"])
    expect(plain).not.toHaveProperty(method);

  const removed = { removed: [key], absent: [] };
  const whole = withUsualPlaces({
    ...targetOf(drone),
    restart: () => Promise.resolve(),
    removeCollections: () => Promise.resolve(removed),
    watchMisfit: () => "no",
  });
  const removal = { keys: [key], own: [key] };

  expect(whole).toMatchObject({
    restart: expect.any(Function),
    watchMisfit: expect.any(Function),
  });
  expect(await whole.removeCollections?.(removal, signal)).toEqual(removed);
});

it("is the target itself if all kinds have the usual names", () => {
  const { conditionsPath: _facts, observedGenerationPath: _turn, ...kind } = drone;
  const target = targetOf(kind);
  expect(withUsualPlaces(target)).toBe(target);
});
