import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, JsonValue, Outcome } from "#contract";
import type { Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { learnCounter } from "./probe-counter.ts";
import { pumpDialect, pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";

const mutation = { id: "write", field: "write", arguments: {}, result: "" } as const;

function kindWith(counter: string, statuses: readonly JsonObject[]): KindDialect {
  return {
    name: "Plot",
    scope: "cluster",
    namespaces: [],
    paths: { name: "name", uid: "id", resourceVersion: "version" },
    operations: {
      create: [mutation],
      read: [mutation],
      list: [],
      update: [],
      updateStatus: [{ ...mutation, statusMode: "partial" }],
      patchStatus: [],
      delete: [mutation],
      watch: [],
    },
    samples: { specs: [{}], statuses, counter, invalidStatuses: [] },
  };
}

/** An endpoint with one object. It rejects a number above its limit. */
function endpoint(limits: Readonly<Record<string, number>>): Target {
  let status: JsonObject = {};
  const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
  const isBeyond = ([name, value]: [string, JsonValue]): boolean =>
    typeof value === "number" && value > (limits[name] ?? Infinity);
  const outcomeOf = (command: Command): Outcome => {
    if (command.verb === "updateStatus") {
      if (Object.entries(command.status).some(isBeyond)) {
        return {
          result: "refused",
          refusal: { reason: "invalid", code: "", message: "", causes: [] },
        };
      }
      ({ status } = command);
    }
    return { result: "object", object: { kind: "Plot", metadata, status } };
  };
  return pumpTarget((command) => ({ outcome: outcomeOf(command) }), ["author", "controller"]);
}

const fraction = [
  { stage: "SOWN", health: 0 },
  { stage: "GREEN", health: 1 },
  { stage: "RIPE", health: 0 },
];

it.each([
  ["a fraction", "health", fraction, { health: 1 }, "stage"],
  ["a fraction that is not the counter", "observedGeneration", fraction, { health: 1 }, "stage"],
  ["a percentage", "health", fraction, { health: 100 }, "health"],
  ["an unlimited number", "health", fraction, {}, "health"],
  [
    "a fraction next to a count",
    "health",
    fraction.map((status, index) => ({ ...status, seen: index })),
    { health: 1 },
    "seen",
  ],
])(
  "selects a counter whose values the endpoint accepts: %s",
  async (_, counter, statuses, limits, expected) => {
    const dialect = pumpDialect(kindWith(counter, statuses));
    const shared = pumpShared(() => endpoint(limits));

    const { kinds } = await learnCounter(dialect, { kind: "Plot", name: "a" }, shared);

    expect(kinds[0]?.samples.counter).toBe(expected);
  },
);

/** Answers all status writes above a value alike, or all status writes. */
function failing(outcome: Outcome, above = -1): Target {
  const served = endpoint({});
  const isAbove = (command: Command): boolean =>
    command.verb === "updateStatus" && Number(command.status["health"]) > above;
  return {
    ...served,
    execute: async (command, signal) =>
      isAbove(command) ? { outcome } : await served.execute(command, signal),
  };
}

const lost: Outcome = { result: "unknown", cause: "timeout", detail: "no response" };
const unsupported: Outcome = { result: "unsupported", detail: "no operation" };
const denied: Outcome = {
  result: "refused",
  refusal: { reason: "unclassified", message: "denied", causes: [] },
};

it.each([
  ["time out", failing(lost)],
  ["above a value time out", failing(lost, 2)],
  ["cannot be sent", failing(unsupported)],
  ["are denied", failing(denied)],
])("keeps the counter if the writes %s", async (_, target) => {
  const statuses = fraction.map((status, index) => ({ ...status, seen: index }));
  const dialect = pumpDialect(kindWith("health", statuses));
  const shared = pumpShared(() => target);

  expect(await learnCounter(dialect, { kind: "Plot", name: "a" }, shared)).toBe(dialect);
  expect(shared.notes.guesses).toEqual([]);
});

it("writes a number through the mutation that takes it", async () => {
  const kind = kindWith("health", fraction);
  const members: Readonly<Record<string, readonly string[]>> = {
    write: ["stage"],
    weigh: ["health"],
  };
  const operations = {
    ...kind.operations,
    updateStatus: Object.keys(members).map((id) => ({
      ...mutation,
      id,
      statusMode: "partial" as const,
    })),
  };
  const stored: Record<string, JsonValue> = {};
  const served = endpoint({});
  const target: Target = {
    ...served,
    description: {
      ...served.description,
      kinds: [
        {
          name: "Plot",
          scope: "cluster",
          namespaces: [],
          samples: kind.samples,
          statusMembers: members,
          isRuntime: false,
          statusModes: {},
          operations: {
            create: [],
            read: [],
            list: [],
            update: [],
            updateStatus: Object.keys(members),
            patchStatus: [],
            delete: [],
            watch: [],
          },
        },
      ],
    },
    execute: (command, signal) => {
      if (command.verb !== "updateStatus") return served.execute(command, signal);
      const own = Object.entries(command.status).filter(
        ([name]) => members[command.via ?? ""]?.includes(name) === true,
      );
      Object.assign(stored, Object.fromEntries(own));
      return served.execute({ ...command, status: { ...stored } }, signal);
    },
  };
  const dialect = pumpDialect({ ...kind, operations });
  const shared = pumpShared(() => target);

  expect(await learnCounter(dialect, { kind: "Plot", name: "a" }, shared)).toBe(dialect);
});
