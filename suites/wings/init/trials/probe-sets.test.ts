import { expect, it } from "vitest";
import { contractSemantics, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { Target } from "#targets";
import type { KindDialect, StatusOperation } from "#targets/graphql";
import { learnSets } from "./probe-sets.ts";
import { pumpTrial } from "../learning/pump-target.fixture.ts";

function mutation(id: string): StatusOperation {
  return { id, field: id, arguments: {}, result: "", statusMode: "partial" };
}

const operations = ["start", "sample", "stamp"].map(mutation);

/** The changes by each mutation in addition to the fields that it takes. */
const effects: Readonly<Record<string, (writes: number) => JsonObject>> = {
  start: () => ({ phase: "RUNNING" }),
  sample: () => ({}),
  stamp: (writes) => ({ writtenBy: `write ${writes}` }),
};

const kind: KindDialect = {
  name: "Job",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version" },
  operations: {
    create: [],
    read: [],
    list: [],
    update: [],
    updateStatus: operations,
    patchStatus: [],
    delete: [{ id: "drop", field: "drop", arguments: {}, result: "" }],
    watch: [],
  },
  samples: {
    specs: [{ size: 1 }],
    statuses: [1, 2, 3].map((heat) => ({ heat, phase: "IDLE" })),
    counter: "heat",
    invalidStatuses: [],
  },
};

function jobs(): Target {
  let status: JsonObject = { phase: "IDLE" };
  let writes = 0;
  const outcomeOf = (command: Command): Outcome => {
    if (command.verb === "updateStatus") {
      writes += 1;
      status = { ...status, ...command.status, ...effects[command.via ?? ""]?.(writes) };
    }
    const version = resourceVersion(String(writes));
    const metadata = { name: "a", uid: uid("u1"), resourceVersion: version };
    return { result: "object", object: { kind: "Job", metadata, spec: {}, status } };
  };
  const { samples, scope, namespaces, name } = kind;
  const statusMembers = { start: ["heat"], sample: ["heat"], stamp: ["heat"] };
  return {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "jobs",
      kinds: [
        {
          name,
          scope,
          namespaces,
          samples,
          statusMembers,
          isRuntime: false,
          statusModes: {},
          operations: {
            create: [],
            read: [],
            list: [],
            update: [],
            updateStatus: [],
            patchStatus: [],
            delete: [],
            watch: [],
          },
        },
      ],
      features: [],
      prerequisites: [],
      semantics: contractSemantics,
      identities: ["author", "controller"],
    },
    execute: (command) => Promise.resolve({ outcome: outcomeOf(command) }),
    watch: () => Promise.reject(new Error("no watches here")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

it("learns the fields that a mutation always sets to one value", async () => {
  const trial = pumpTrial(jobs(), kind);

  expect(await learnSets(trial, operations)).toEqual([
    { ...mutation("start"), sets: { phase: "RUNNING" } },
    mutation("sample"),
    mutation("stamp"),
  ]);
  expect(trial.notes.guesses.map(({ path, reason }) => `${path.at(-1)}: ${reason}`)).toEqual([
    "sets: every write with this mutation had this effect",
    "status: stamp changes writtenBy by itself, to a different value each time; omit writtenBy from the status",
  ]);
});
