import { expect, it } from "vitest";
import { isJsonObject, resourceVersion, uid } from "#contract";
import type { JsonObject, Outcome } from "#contract";
import type { Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { probeConditions } from "./probe-conditions.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const valid = {
  type: "Ready",
  status: "True",
  reason: "Done",
  lastTransitionTime: "2024-01-01T00:00:00Z",
};

function kindWith(status: JsonObject): KindDialect {
  return {
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
        { id: "tell", field: "tell", arguments: {}, result: "", statusMode: "partial" },
      ],
      patchStatus: [],
      delete: [],
      watch: [],
    },
    samples: { specs: [], statuses: [status], counter: "", invalidStatuses: [] },
  };
}

type Defect = "duplicate" | "reason" | "status" | "time" | "type";

function defectOf([first, second]: readonly JsonObject[]): Defect | undefined {
  if (second !== undefined) return "duplicate";
  if (first?.["reason"] !== valid.reason) return "reason";
  if (first["status"] !== valid.status) return "status";
  if (first["type"] !== valid.type && first["type"] !== "conformance.example/Ready") return "type";
  return first["lastTransitionTime"] === valid.lastTransitionTime ? undefined : "time";
}

function pumps(overlooked: readonly Defect[], isOwnForm = false): Target {
  const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
  const accepted: Outcome = { result: "object", object: { kind: "Pump", metadata, spec: {} } };
  const refusal = { reason: "invalid", message: "no", causes: [] } as const;
  return pumpTarget((command) => {
    const status = command.verb === "updateStatus" ? command.status : {};
    const { health } = status;
    const sent = status["conditions"] ?? (isJsonObject(health) ? health["checks"] : []);
    const defect = Array.isArray(sent) ? defectOf(sent.filter(isJsonObject)) : undefined;
    const isOwn = isOwnForm && JSON.stringify(sent).includes("/");
    const isRefused =
      command.verb === "updateStatus" &&
      (isOwn || (defect !== undefined && !overlooked.includes(defect)));
    return { outcome: isRefused ? { result: "refused", refusal } : accepted };
  });
}

it("sees whether conditions at another path of the status are validated", async () => {
  const kind = {
    ...kindWith({ health: { score: 1, checks: [valid] } }),
    conditions: { member: "health.checks" },
  };
  const key = { kind: "Pump", name: "a" };

  expect(await probeConditions(pumpTrial(pumps([]), kind), key)).toBe(true);
  expect(await probeConditions(pumpTrial(pumps(["reason", "time"]), kind), key)).toBe(false);
});

it.each<{ status: JsonObject; overlooked: readonly Defect[]; expected: boolean | undefined }>([
  { status: { conditions: [valid] }, overlooked: [], expected: true },
  { status: { conditions: [valid] }, overlooked: ["duplicate"], expected: true },
  { status: { conditions: [valid] }, overlooked: ["duplicate", "reason"], expected: false },
  { status: { conditions: [{ type: "Ready" }] }, overlooked: [], expected: undefined },
  { status: { phase: "Ready" }, overlooked: [], expected: undefined },
])(
  "sees whether conditions are validated: $overlooked",
  async ({ status, overlooked, expected }) => {
    const kind = kindWith(status);
    const trial = pumpTrial(pumps(overlooked), kind);
    const key = { kind: "Pump", name: "a" };

    expect(await probeConditions(trial, key)).toBe(expected);
  },
);

it("does not recognize conditions that follow other rules", async () => {
  const kind = kindWith({ conditions: [valid] });
  const key = { kind: "Pump", name: "a" };

  expect(await probeConditions(pumpTrial(pumps([], true), kind), key)).toBe(false);
});
