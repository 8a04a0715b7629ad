import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { Exchange } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { probeStatusWrites } from "./probe-status.ts";
import { pumpTarget, pumpTrial } from "./pump-target.fixture.ts";

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
    updateStatus: [
      { id: "report", field: "report", arguments: {}, result: "", statusMode: "partial" },
    ],
    patchStatus: [],
    delete: [],
    watch: [],
  },
  samples: {
    specs: [],
    statuses: [{ alarms: ["a"] }],
    counter: "alarms",
    invalidStatuses: [],
  },
};

/** The target accepts every write, and always returns `status`. */
async function confidenceWith(status: JsonObject): Promise<string | undefined> {
  const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
  const outcome: Outcome = { result: "object", object: { kind: "Pump", metadata, status } };
  const trial = pumpTrial(
    pumpTarget(() => ({ outcome })),
    kind,
  );
  await probeStatusWrites(trial, { kind: "Pump", name: "a" });
  return trial.notes.at(["kinds", "Pump", "operations", "updateStatus", "report"])?.confidence;
}

it("sees that a status of lists was not stored", async () => {
  expect(await confidenceWith({})).toBe("low");
  expect(await confidenceWith({ alarms: [] })).toBe("low");
  expect(await confidenceWith({ alarms: ["a"] })).toBe("high");
  expect(await confidenceWith({ alarms: ["b", "a"] })).toBe("high");
});

const statuses = [
  { alarms: 1, mode: "a", level: 1.5 },
  { alarms: 2, mode: "b", level: 2.5 },
];

/** Probes a target that replaces the status, and stores it as `stored` returns it. */
async function probeReplacing(stored: (sent: JsonObject) => JsonObject): Promise<{
  readonly mode: string | undefined;
  readonly confidences: readonly (string | undefined)[];
  readonly semantics: object;
}> {
  let version = 1;
  // An earlier test has already written the first sample.
  let status = stored(statuses[0] ?? {});
  const exchangeOf = (command: Command): Exchange => {
    if (command.verb === "updateStatus") {
      const sent = Object.entries(command.status).filter(([, value]) => value !== null);
      status = stored(Object.fromEntries(sent));
      version += 1;
    }
    const metadata = {
      name: "a",
      uid: uid("u1"),
      resourceVersion: resourceVersion(String(version)),
    };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, status } } };
  };
  const samples = { ...kind.samples, statuses };
  const trial = pumpTrial(pumpTarget(exchangeOf), { ...kind, samples });
  const { kind: found, semantics } = await probeStatusWrites(trial, { kind: "Pump", name: "a" });
  const at = ["kinds", "Pump", "operations", "updateStatus", "report"];
  return {
    mode: found.operations.updateStatus[0]?.statusMode,
    confidences: [at, [...at, "mode"]].map((path) => trial.notes.at(path)?.confidence),
    semantics,
  };
}

it("sees that a replacement clears fields that it sends as null", async () => {
  expect((await probeReplacing((sent) => sent)).semantics).toMatchObject({
    omittedMembers: "removed",
    nullMembers: "cleared",
  });
});

function rounded({ level, ...rest }: JsonObject): JsonObject {
  return typeof level === "number" ? { ...rest, level: Math.round(level) } : rest;
}

it("observes the mode although the endpoint stores some values differently", async () => {
  expect(await probeReplacing(rounded)).toMatchObject({
    mode: "replace",
    confidences: ["low", "high"],
  });
});

it("marks the mode as a guess if no read shows a written field", async () => {
  expect(await probeReplacing(() => ({ level: 7 }))).toMatchObject({
    mode: "partial",
    confidences: ["low", "low"],
  });
});
