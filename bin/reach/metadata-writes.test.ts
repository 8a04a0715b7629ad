import { expect, it } from "vitest";
import { defineFault } from "#reference";
import type { Fault } from "#reference";
import { narrowing } from "../self-test/fault-trial.ts";
import { checkReference } from "./compose.ts";

/** A write of one metadata field alone erases the status. */
function erasing(field: "annotations" | "finalizers"): Fault {
  return defineFault({
    name: `${field}-erase-status`,
    summary: `A write of ${field} alone erases the status.`,
    breaks: ["isolation.spec-write-never-changes-status"],
    change: (rules) => ({
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        const { spec, [field]: written } = request.content;
        if (spec !== undefined || written === undefined) return updated;
        const { status: _erased, ...kept } = updated;
        return kept;
      },
    }),
  });
}

it.each(["annotations", "finalizers"] as const)(
  "a write of %s that erases the status is found",
  async (field) => {
    const { verdicts } = await checkReference({
      faults: [erasing(field)],
      keepObjects: true,
      narrowing,
      selection: { only: ["isolation/spec-write-keeps-status#Service"], skip: [] },
    });
    const verdict = verdicts.find(
      ({ requirement }) => requirement === "isolation.spec-write-never-changes-status",
    );

    expect(verdict?.verdict).toBe("fail");
  },
);
