import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, JsonValue, Outcome } from "#contract";
import type { Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { learnTransitions } from "./learn-transitions.ts";
import { Notebook } from "../schema/notebook.ts";
import { pumpDialect, pumpShared, pumpTarget } from "./pump-target.fixture.ts";

const mutation = { id: "write", field: "write", arguments: {}, result: "" } as const;

const kind: KindDialect = {
  name: "Job",
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
  samples: {
    specs: [{}],
    statuses: [
      { phase: "PENDING", done: 1 },
      { phase: "RUNNING", done: 2 },
      { phase: "FINISHED", done: 3 },
    ],
    counter: "done",
    invalidStatuses: [],
  },
};

type Permits = (before: JsonObject, after: JsonObject) => boolean;

/** An endpoint with one object, which a create request replaces. */
function endpoint(permits: Permits): Target {
  let status: JsonObject = {};
  const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
  const outcomeOf = (command: Command): Outcome => {
    if (command.verb === "create") status = {};
    if (command.verb === "updateStatus") {
      const after = { ...status, ...command.status };
      if (!permits(status, after)) {
        const refusal = { reason: "invalid", message: "not now", causes: [] } as const;
        return { result: "refused", refusal };
      }
      status = after;
    }
    return { result: "object", object: { kind: "Job", metadata, status } };
  };
  return pumpTarget((command) => ({ outcome: outcomeOf(command) }), ["author", "controller"]);
}

const order: readonly JsonValue[] = ["PENDING", "RUNNING", "FINISHED"];

function isNext(before: JsonObject, after: JsonObject): boolean {
  const { phase: from = null } = before;
  const { phase: to = null } = after;
  return from === to || order.indexOf(from) + 1 === order.indexOf(to);
}

function isGrowing(before: JsonObject, after: JsonObject): boolean {
  return Number(after["done"] ?? 0) >= Number(before["done"] ?? 0);
}

let writes = 0;

it.each<[string, Permits, readonly string[], string]>([
  ["every order", () => true, ["done", "phase"], "done"],
  ["only the next state", isNext, ["done"], "done"],
  ["no smaller number", isGrowing, ["phase"], "phase"],
  ["an occasional rejection", () => (writes += 1) !== 2, ["done", "phase"], "done"],
])(
  "keeps the fields of the samples that accept any order: %s",
  async (_, permits, expected, counter) => {
    writes = 0;
    const notes = new Notebook();
    const shared = pumpShared(() => endpoint(permits), { notes });

    const { kinds } = await learnTransitions(pumpDialect(kind), { kind: "Job" }, shared);

    const statuses = kinds[0]?.samples.statuses ?? [];
    expect(statuses.map((status) => Object.keys(status).toSorted())).toEqual([
      expected,
      expected,
      expected,
    ]);
    expect(kinds[0]?.samples.counter).toBe(counter);
    expect(notes.guesses).toHaveLength(
      expected.length === 2 ? 0 : expected.includes("done") ? 1 : 2,
    );
  },
);

it.each<[string, readonly JsonValue[]]>([
  ["a constant number", [1, 1, 1]],
  ["a constant word", ["a", "a", "a"]],
])("selects no counter that the samples omit: %s", async (_, samples) => {
  const statuses = samples.map((value, index) => ({ seen: value, done: index + 1 }));
  const constant = { ...kind, samples: { ...kind.samples, statuses } };
  const shared = pumpShared(() => endpoint(isGrowing));

  const { kinds } = await learnTransitions(pumpDialect(constant), { kind: "Job" }, shared);

  expect(kinds[0]?.samples.statuses).toEqual(samples.map((value) => ({ seen: value })));
  expect(kinds[0]?.samples.counter).toBe("seen");
});
