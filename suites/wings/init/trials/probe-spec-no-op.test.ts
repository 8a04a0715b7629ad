import { expect, it } from "vitest";
import { jsonEquals, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { KindDialect } from "#targets/graphql";
import { withSpecNoOp } from "./probe-spec-no-op.ts";
import type { StatusFindings } from "./probe-status.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const mutation = { id: "adjust", field: "adjust", arguments: {}, result: "" } as const;
const report = { ...mutation, id: "report", statusMode: "partial" } as const;

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version", spec: "plan", status: "state" },
  operations: {
    create: [],
    read: [],
    list: [],
    update: [mutation],
    updateStatus: [report],
    patchStatus: [],
    delete: [],
    watch: [],
  },
  samples: {
    specs: [{ rate: 1 }, { rate: 2 }],
    statuses: [{ runs: 1 }],
    counter: "runs",
    invalidStatuses: [],
  },
};

async function found(
  specNoOp: "keepsVersion" | "takesVersion" | "refused",
  semantics: StatusFindings["semantics"],
): Promise<StatusFindings> {
  let version = 1;
  let spec: JsonObject = {};
  const outcomeOf = (command: Command): Outcome => {
    if (command.verb === "update" && specNoOp === "refused") {
      return { result: "refused", refusal: { reason: "invalid", message: "no", causes: [] } };
    }
    if (command.verb === "update" && command.spec !== undefined) {
      if (specNoOp === "takesVersion" || !jsonEquals(spec, command.spec)) version += 1;
      spec = command.spec;
    }
    const metadata = {
      name: "a",
      uid: uid("u1"),
      resourceVersion: resourceVersion(String(version)),
    };
    return { result: "object", object: { kind: "Pump", metadata, spec } };
  };
  const trial = pumpTrial(
    pumpTarget((command) => ({ outcome: outcomeOf(command) })),
    kind,
  );
  return withSpecNoOp(trial, { kind: "Pump", name: "a" }, { kind, semantics });
}

it("declares the behavior of spec writes apart from that of status writes", async () => {
  const { kind: learned, semantics } = await found("keepsVersion", { noOp: "takesVersion" });

  expect(semantics).toEqual({ noOp: "keepsVersion" });
  expect(learned.operations.updateStatus).toEqual([
    { ...report, semantics: { noOp: "takesVersion" } },
  ]);
  const { semantics: other } = await found("takesVersion", { noOp: "keepsVersion" });
  expect(other).toEqual({ noOp: "takesVersion" });
});

it.each([
  ["takesVersion", { noOp: "takesVersion" }],
  ["refused", { noOp: "takesVersion" }],
  ["keepsVersion", {}],
] as const)(
  "declares nothing else if spec writes are %s and status writes are %j",
  async (spec, semantics) => {
    expect(await found(spec, semantics)).toEqual({ kind, semantics });
  },
);
