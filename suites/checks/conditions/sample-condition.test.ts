import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { KindDescription } from "#harness";
import { conditionTypes, hasField, possibleConditions } from "./sample-condition.ts";

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

function kind(sample: JsonObject, shapes?: KindDescription["shapes"]): { kind: KindDescription } {
  const samples = { ...widget.samples, statuses: [{ conditions: [sample] }] };
  return { kind: { ...widget, samples, ...(shapes === undefined ? {} : { shapes }) } };
}

const listed = kind(
  { type: "Ready", status: "True" },
  {
    status: {
      kind: "object",
      members: [
        {
          name: "conditions",
          isRequired: false,
          shape: {
            kind: "list",
            fewest: 0,
            most: 9,
            items: {
              kind: "object",
              members: [
                {
                  name: "type",
                  isRequired: true,
                  shape: { kind: "choice", values: ["Ready", "Failed"] },
                },
                {
                  name: "message",
                  isRequired: false,
                  shape: { kind: "text", shortest: 0, longest: 9 },
                },
              ],
            },
          },
        },
      ],
    },
  },
);

describe("the conditions that a kind can have", () => {
  it("have only the fields of the sample, if the schema lists none", () => {
    const context = kind({ type: "Ready", status: "True" });

    expect(possibleConditions(context, [canned])).toEqual([{ type: "Ready", status: "True" }]);
    expect(hasField(context, "reason")).toBe(false);
    expect(conditionTypes(context)).toBeUndefined();
  });

  it("have the types and the fields that the schema lists", () => {
    expect(possibleConditions(listed, [canned, other])).toEqual([
      { type: "Ready", status: "True", message: "" },
    ]);
    expect(conditionTypes(listed)).toEqual(["Ready", "Failed"]);
  });

  it("are unchanged for a kind without a sample", () => {
    expect(possibleConditions({ kind: widget }, [canned, other])).toEqual([canned, other]);
  });
});
