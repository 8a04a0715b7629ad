import { expect, it } from "vitest";
import { isJsonObject, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { Exchange } from "#targets";
import type { KindDialect, StatusOperation } from "#targets/graphql";
import { learnFirstStatus } from "./probe-first-status.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const report: StatusOperation = {
  id: "report",
  field: "report",
  arguments: {},
  result: "",
  statusMode: "partial",
};

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version", status: "state" },
  operations: {
    create: [],
    read: [],
    list: [],
    update: [],
    updateStatus: [report],
    patchStatus: [],
    delete: [{ id: "drop", field: "drop", arguments: {}, result: "" }],
    watch: [],
  },
  samples: {
    specs: [{ size: 1 }],
    statuses: [1, 2, 3].map((reads) => ({ reads, lamp: "ON", place: "roof", note: "n" })),
    counter: "reads",
    invalidStatuses: [],
  },
};

const lost: Outcome = { result: "unknown", cause: "timeout", detail: "no response" };

const limited: Outcome = {
  result: "refused",
  refusal: { reason: "rateLimited", message: "slow down", causes: [] },
};

interface Endpoint {
  readonly needed: readonly string[];
  readonly when: "always" | "first";
  readonly operation?: StatusOperation;
  /** Replaces the outcomes of some create requests, or of the first status writes of their objects. */
  readonly failed?: {
    readonly verb: "create" | "updateStatus";
    readonly objects: readonly number[];
  };
  readonly failure?: Outcome;
}

/** A pump whose status needs fields: in the first report, or in every report. */
async function learnedWith({
  needed,
  when,
  operation = report,
  failed,
  failure = lost,
}: Endpoint): Promise<{
  readonly fields: readonly string[] | undefined;
  readonly confidence: string | undefined;
}> {
  let objects = 0;
  let status: JsonObject | undefined;
  let version = 0;
  const exchangeOf = (command: Command): Exchange => {
    version += 1;
    if (command.verb === "create") {
      status = undefined;
      objects += 1;
    }
    if (failed?.verb === command.verb && failed.objects.includes(objects) && status === undefined) {
      return { outcome: failure };
    }
    if (command.verb === "updateStatus") {
      const sent = command.status;
      const isNeeded = when === "always" || status === undefined;
      if (isNeeded && needed.some((name) => !(name in sent))) {
        const refusal = { reason: "invalid", message: "fields are missing", causes: [] } as const;
        return { outcome: { result: "refused", refusal } };
      }
      status = { ...status, ...sent };
    }
    const metadata = {
      name: "a",
      uid: uid("u1"),
      resourceVersion: resourceVersion(String(version)),
    };
    const shown = isJsonObject(status) ? { status } : {};
    return { outcome: { result: "object", object: { kind: "Pump", metadata, ...shown } } };
  };
  const trial = pumpTrial(pumpTarget(exchangeOf), kind);
  const [learned] = await learnFirstStatus(trial, [operation]);
  const at = ["kinds", "Pump", "operations", "updateStatus", "report", "requiredFirst"];
  return { fields: learned?.requiredFirst, confidence: trial.notes.at(at)?.confidence };
}

it.each([
  { needed: [] },
  { needed: ["lamp"] },
  { needed: ["reads"] },
  { needed: ["lamp", "place"] },
  { needed: ["reads", "lamp"] },
])("finds the fields that only the first status needs: $needed", async ({ needed }) => {
  expect(await learnedWith({ needed, when: "first" })).toEqual(
    needed.length === 0 ? {} : { fields: needed, confidence: "high" },
  );
});

it("requires nothing of the first status that every status needs", async () => {
  expect(await learnedWith({ needed: ["lamp"], when: "always" })).toEqual({});
});

it("requires nothing of a mutation that replaces the status", async () => {
  const operation = { ...report, statusMode: "replace" } as const;
  expect(await learnedWith({ needed: ["lamp"], when: "first", operation })).toEqual({});
});

it.each([
  ["creation", { verb: "create" }, lost],
  ["creation, which is limited", { verb: "create" }, limited],
  ["status write", { verb: "updateStatus" }, lost],
  ["status write, which is limited", { verb: "updateStatus" }, limited],
] as const)("sees no rejection of a first status in a failed %s", async (_, { verb }, failure) => {
  const found = await learnedWith({
    needed: [],
    when: "first",
    failed: { verb, objects: [1, 3] },
    failure,
  });
  expect(found).toEqual({});
});

it("reports which fields the first status needs with less confidence after a failed creation", async () => {
  const failed = { verb: "create", objects: [5] } as const;
  expect(await learnedWith({ needed: ["lamp"], when: "first", failed })).toEqual({
    fields: ["lamp", "place"],
    confidence: "medium",
  });
});
