import { expect, it } from "vitest";
import { isJsonObject, resourceVersion, uid } from "#contract";
import type { Command, JsonObject } from "#contract";
import type { Exchange } from "#targets";
import type { KindDialect, StatusOperation } from "#targets/graphql";
import { learnFirstStatus } from "./probe-first-status.ts";
import { pumpTarget, pumpTrial } from "./pump-target.fixture.ts";

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

/** A pump whose status needs fields: in the first report, or in every report. */
async function learnedWith(
  needed: readonly string[],
  when: "always" | "first",
  operation = report,
): Promise<readonly (readonly string[] | undefined)[]> {
  let status: JsonObject | undefined;
  let version = 0;
  const exchangeOf = (command: Command): Exchange => {
    version += 1;
    if (command.verb === "create") status = undefined;
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
  const learned = await learnFirstStatus(trial, [operation]);
  return learned.map(({ requiredFirst }) => requiredFirst);
}

it.each([
  { needed: [] },
  { needed: ["lamp"] },
  { needed: ["reads"] },
  { needed: ["lamp", "place"] },
  { needed: ["reads", "lamp"] },
])("finds the fields that only the first status needs: $needed", async ({ needed }) => {
  expect(await learnedWith(needed, "first")).toEqual([needed.length === 0 ? undefined : needed]);
});

it("requires nothing of the first status that every status needs", async () => {
  expect(await learnedWith(["lamp"], "always")).toEqual([undefined]);
});

it("requires nothing of a mutation that replaces the status", async () => {
  const replacing = { ...report, statusMode: "replace" } as const;
  expect(await learnedWith(["lamp"], "first", replacing)).toEqual([undefined]);
});
