import { expect, it } from "vitest";
import { jsonEquals, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { Notebook } from "../schema/notebook.ts";
import type { Guess } from "../schema/notebook.ts";
import { learnGeneration } from "./probe-generation.ts";
import { pumpTarget, pumpDialect, pumpShared } from "../learning/pump-target.fixture.ts";

const mutation = { id: "write", field: "write", arguments: {}, result: "" } as const;

function kindWith(generation: string, status: JsonObject): KindDialect {
  return {
    name: "Sluice",
    scope: "cluster",
    namespaces: [],
    paths: {
      name: "name",
      uid: "id",
      resourceVersion: "version",
      spec: "gatePlan",
      labels: "labels",
      generation,
    },
    operations: {
      create: [mutation],
      read: [mutation],
      list: [],
      update: [{ ...mutation, arguments: { labels: "$labels", gatePlan: "$spec" } }],
      updateStatus: [{ ...mutation, statusMode: "partial" }],
      patchStatus: [],
      delete: [mutation],
      watch: [],
    },
    samples: {
      specs: [{ gate: 1 }, { gate: 2 }],
      statuses: [status],
      counter: "level",
      invalidStatuses: [],
    },
  };
}

/**
 * An endpoint with one object. Writes with the verbs in `counted` increment its number: an update only if it changes
 * the spec, unless `ofAll` updates count, or those of labels.
 */
function endpoint(
  counted: readonly string[],
  start = 7,
  ofAll: "labels" | "none" | "updates" = "none",
): Target {
  let number = start;
  let stored: JsonObject = {};
  const isCounted = (command: Command): boolean => {
    if (command.verb !== "update" || ofAll === "updates") return true;
    const isSpec = command.spec !== undefined && !jsonEquals(command.spec, stored);
    return isSpec || (ofAll === "labels" && command.labels !== undefined);
  };
  let labels: Record<string, string> = {};
  const outcomeOf = (command: Command): Outcome => {
    const { verb } = command;
    if (verb === "create") number = start;
    if (counted.includes(verb) && isCounted(command)) number += 1;
    if (verb === "create" || verb === "update") {
      stored = command.spec ?? stored;
      labels = { ...command.labels };
    }
    const version = resourceVersion("1");
    const names = { name: "a", uid: uid("u1"), resourceVersion: version };
    const metadata = { ...names, labels, generation: number };
    return { result: "object", object: { kind: "Sluice", metadata, spec: stored } };
  };
  return pumpTarget((command) => ({ outcome: outcomeOf(command) }), ["author", "controller"]);
}

it.each([
  ["an unusual name that spec changes increase", "number", true, "number"],
  ["an unusual name that spec changes keep", "number", false, undefined],
  // A number with a standard name that spec changes do not increment violates the contract. A run detects that.
  ["a name after the spec", "gatePlanRevision", false, "gatePlanRevision"],
  ["the usual name", "meta.generation", false, "meta.generation"],
  ["a name that statuses repeat", "gateRevision", false, "gateRevision", "seenGateRevision"],
  ["the name of another number in statuses", "meters", false, undefined, "freeMeters"],
  ["the name of another version in statuses", "version", false, undefined, "firmwareVersion"],
  ["a name that is part of another word", "rev", false, undefined, "prev"],
])(
  "keeps a generation unless it is refuted: %s",
  async (_, path, isGrowing, expected, seen = "") => {
    const kind = kindWith(path, { level: 1, ...(seen === "" ? {} : { gate: { [seen]: 1 } }) });
    const learned = await learnedFrom(kind, endpoint(isGrowing ? ["update"] : []));

    expect(learned?.paths.generation).toBe(expected);
  },
);

const everyWrite = ["update", "updateStatus"];

it.each([
  { what: "counts status writes as well", counted: everyWrite, expected: "round" },
  { what: "never counts", counted: [], expected: undefined },
  { what: "starts at another number", counted: everyWrite, start: 7, expected: undefined },
  { what: "counts status writes only", counted: ["updateStatus"], expected: undefined },
  { what: "may be another number", counted: everyWrite, others: ["floor"], expected: undefined },
  { what: "is not observed", counted: everyWrite, seen: "observed", expected: undefined },
  {
    what: "is named like a number of writes",
    counted: everyWrite,
    path: "updates",
    expected: undefined,
  },
  { what: "is named like a count", counted: everyWrite, path: "writeCount", expected: undefined },
  { what: "is named like a version", counted: everyWrite, path: "revision", expected: undefined },
  {
    what: "is named like a version of the whole",
    counted: everyWrite,
    path: "docRevision",
    expected: undefined,
  },
])(
  "takes the only number for the observed generation unless it $what: $expected",
  async ({
    counted,
    start = 1,
    others = [],
    seen = "observed_generation",
    path = "round",
    expected,
  }) => {
    const { paths, ...kind } = kindWith("", { [seen]: 1 });
    const { generation: _, ...unnamed } = paths;
    const at = ["kinds", kind.name, "paths", "generation"];
    const alternatives = [path, ...others];
    const guess = { path: at, confidence: "low", reason: "", alternatives } as const;

    const target = endpoint(counted, start);
    const learned = await learnedFrom({ ...kind, paths: unnamed }, target, [guess]);

    expect(learned?.paths.generation).toBe(expected);
  },
);

it.each([
  ["gatePlanSerial", "seenGatePlanSerial", everyWrite, "gatePlanSerial"],
  ["gatePlanSerial", "seenGatePlanSerial", [], undefined],
  ["gatePlanSerial", "seen", everyWrite, undefined],
  ["edition", "followedEdition", everyWrite, "edition"],
  ["updates", "observedUpdates", everyWrite, "updates"],
  ["updates", "firmwareUpdates", everyWrite, undefined],
  ["updates", "failedUpdates", everyWrite, undefined],
  ["edition", "printEdition", everyWrite, undefined],
  ["edition", "plannedEdition", everyWrite, undefined],
])(
  "takes a number that statuses report for the generation, even if every write moves it: %s, %s, %s",
  async (path, seen, counted, expected) => {
    const kind = kindWith(path, { [seen]: 1 });
    const learned = await learnedFrom(kind, endpoint(counted, 1));

    expect(learned?.paths.generation).toBe(expected);
  },
);

it.each([
  ["updates of labels", "labels", "seen", undefined],
  ["updates that change nothing", "updates", "seen", undefined],
  ["updates of labels, and statuses observe it", "labels", "seenRound", "round"],
  ["updates that change nothing, and statuses observe it", "updates", "seenRound", "round"],
  ["only changes of the spec", "none", "seen", "round"],
] as const)("finds no generation in a number that counts %s", async (_, ofAll, seen, expected) => {
  const kind = kindWith("round", { level: 1, [seen]: 1 });
  const learned = await learnedFrom(kind, endpoint(["update"], 1, ofAll));

  expect(learned?.paths.generation).toBe(expected);
});

it("finds no observed generation in a status that is no number", async () => {
  const kind = kindWith("edition", { seenEdition: "second" });
  const learned = await learnedFrom(kind, endpoint(everyWrite, 1));

  expect(learned?.paths.generation).toBeUndefined();
});

async function learnedFrom(
  kind: KindDialect,
  target: Target,
  guesses: readonly Guess[] = [],
): Promise<KindDialect | undefined> {
  const shared = pumpShared(() => target, { notes: new Notebook(guesses) });
  const key = { kind: "Sluice", name: "a" };
  const [learned] = (await learnGeneration(pumpDialect(kind), key, shared)).kinds;
  return learned;
}
