import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange, Target } from "#targets";
import { pumpKind, pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";
import { probeStaleAndInvalid } from "./probe-stale-and-invalid.ts";

const key = { kind: "Pump", name: "a" };

function refused(reason: "conflict" | "invalid"): Exchange {
  return { outcome: { result: "refused", refusal: { reason, message: reason, causes: [] } } };
}

/** Compares versions before it looks at values. The schema rejects `flow: "x"` before both. */
function pumps(): Target {
  let version = 1;
  const shown = (): Exchange => {
    const metadata = {
      name: "a",
      uid: uid("u"),
      resourceVersion: resourceVersion(String(version)),
    };
    return { outcome: { result: "object", object: { kind: "Pump", metadata } } };
  };
  return pumpTarget((command: Command) => {
    if (command.verb !== "updateStatus") return shown();
    const flow = command.status?.["flow"];
    if (typeof flow === "string")
      return { ...refused("invalid"), misfit: "Int cannot be a string" };
    if (command.resourceVersion !== String(version)) return refused("conflict");
    if (Number(flow) < 0) return refused("invalid");
    version += 1;
    return shown();
  });
}

it.each([
  { flows: ["x", -1], found: "conflict" },
  { flows: ["x"], found: undefined },
])("judges only what the schema accepts: $flows", async ({ flows, found }) => {
  const invalidStatuses = flows.map((flow) => ({ status: { flow }, field: "flow", defect: "bad" }));
  const samples = { statuses: [{ flow: 1 }, { flow: 2 }], invalidStatuses };
  const trial = pumpTrial(pumps(), pumpKind({ samples }));

  expect(await probeStaleAndInvalid(trial, key)).toBe(found);
});
