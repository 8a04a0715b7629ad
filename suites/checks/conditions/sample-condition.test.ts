import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { KindDescription } from "#harness";
import { conditionTypes, hasField, possibleConditions } from "./sample-condition.ts";

type KindShapes = NonNullable<KindDescription["shapes"]>;
type ValueShape = NonNullable<KindShapes["status"]>;

const canned = { type: "Ready", status: "True", reason: "Done", message: "" };
const other = { ...canned, type: "Stalled" };

const widget: KindDescription = {
  name: "Widget",
  scope: "namespaced",
  namespaces: ["a"],
  operations: {
    create: ["create"],
    read: ["read"],
    list: ["list"],
    update: ["update"],
    updateStatus: ["updateStatus"],
    patchStatus: [],
    delete: ["delete"],
    watch: ["watch"],
  },
  statusModes: { updateStatus: "partial" },
  samples: { specs: [{ size: 1 }], statuses: [], counter: "count", invalidStatuses: [] },
  isRuntime: false,
};

function kind(sample: JsonObject, shapes?: KindShapes): { kind: KindDescription } {
  const samples = { ...widget.samples, statuses: [{ conditions: [sample] }] };
  return { kind: { ...widget, samples, ...(shapes === undefined ? {} : { shapes }) } };
}

function statusWithTypes(type: ValueShape): KindShapes {
  const message: ValueShape = { kind: "text", shortest: 0, longest: 9 };
  const items: ValueShape = {
    kind: "object",
    members: [
      { name: "type", isRequired: true, shape: type },
      { name: "message", isRequired: false, shape: message },
    ],
  };
  const conditions: ValueShape = { kind: "list", fewest: 0, most: 9, items };
  const members = [{ name: "conditions", isRequired: false, shape: conditions }];
  return { status: { kind: "object", members } };
}

const listed = kind(
  { type: "Ready", status: "True" },
  statusWithTypes({ kind: "choice", values: ["Ready", "Failed"] }),
);

describe("the conditions that a kind can have", () => {
  it("have only the fields of the sample, if the schema lists none", () => {
    const context = kind({ type: "Ready", status: "True" });

    expect(possibleConditions(context, [canned])).toEqual([{ type: "Ready", status: "True" }]);
    expect(hasField(context, "reason")).toBe(false);
    expect(conditionTypes(context)).toBeUndefined();
  });

  it("have the fields for which the target has its own name", () => {
    const { kind: sampled } = kind({ type: "Ready", status: "True" });
    const context = { kind: { ...sampled, conditionWords: { members: { reason: "because" } } } };

    expect(hasField(context, "reason")).toBe(true);
    expect(hasField(context, "message")).toBe(false);
  });

  it("have the types and the fields that the schema lists", () => {
    expect(possibleConditions(listed, [canned, other])).toEqual([
      { type: "Ready", status: "True", message: "" },
    ]);
    expect(conditionTypes(listed)).toEqual(["Ready", "Failed"]);
  });

  it("have any type, if the schema lists none and samples show some", () => {
    const sampled = kind(
      { ...canned, type: "Ready" },
      statusWithTypes({ kind: "choice", values: ["Ready"], isSampled: true }),
    );

    expect(conditionTypes(sampled)).toBeUndefined();
    expect(possibleConditions(sampled, [canned, other])).toEqual([canned, other]);
  });

  it("are unchanged for a kind without a sample", () => {
    expect(possibleConditions({ kind: widget }, [canned, other])).toEqual([canned, other]);
  });
});
