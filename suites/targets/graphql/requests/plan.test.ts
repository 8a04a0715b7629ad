import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { UpdateStatusCommand } from "#contract";
import { canonicalDialect } from "../dialect/canonical.ts";
import { planCommand } from "./plan.ts";
import type { Planner } from "./plan.ts";

const planner: Planner = {
  dialect: canonicalDialect,
  prepared: {
    problems: [],
    documents: [],
    document: (kind, verb, id) => `${kind} ${verb} ${id}`,
    slots: () => ({}),
  },
  credentials: new Map([["controller", "token"]]),
};

function statusWrite(kind: string, via: string): UpdateStatusCommand {
  return {
    verb: "updateStatus",
    identity: "controller",
    via,
    key: { kind, namespace: "default", name: "a" },
    resourceVersion: resourceVersion("1"),
    status: { observedGeneration: 1 },
  };
}

describe("a status mutation that a kind does not have", () => {
  it("is borrowed from another kind when it takes the kind as an argument", () => {
    const planned = planCommand(planner, statusWrite("ConfigMap", "updateResourceStatus"));

    expect(planned).toMatchObject({
      document: "Service updateStatus updateResourceStatus",
      variables: { input: { kind: "ConfigMap", name: "a", status: { observedGeneration: 1 } } },
    });
  });

  it("is not offered if it belongs only to the other kind", () => {
    expect(planCommand(planner, statusWrite("ConfigMap", "updateServiceStatus"))).toBe(
      "ConfigMap has no operation for updateStatus via updateServiceStatus",
    );
  });
});
