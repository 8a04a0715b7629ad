import { expect, it } from "vitest";
import { defineFault } from "#reference";
import type { Fault } from "#reference";
import { narrowing } from "../self-test/fault-trial.ts";
import { checkReference } from "./compose.ts";

/** A conformant behavior: updates have PUT semantics, so that each update contains the complete object. */
const updatesReplace: Fault = defineFault({
  name: "updates-replace",
  summary: "An update without a spec leaves an empty one, and counts as a change of it.",
  breaks: [],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const isHeld = (stored.metadata.finalizers ?? []).length > 0;
      return request.content.spec === undefined && !isHeld ? { ...updated, spec: {} } : updated;
    },
  }),
});

it("is no change of the generation by metadata", async () => {
  const { verdicts } = await checkReference({
    faults: [updatesReplace],
    keepObjects: true,
    narrowing,
    selection: {
      only: [
        "generation/ignores-metadata-writes",
        "properties/command-sequences#Service",
        "watch/selector-transitions",
        "watch/selector-filter",
      ],
      skip: [],
    },
    proofBudget: { runs: 40, operations: 1 },
  });
  const exercised = verdicts.filter(({ instances }) => instances > 0);
  const broken = verdicts.filter(({ verdict }) => ["fail", "flaky", "warn"].includes(verdict));

  expect(broken.map(({ requirement, findings }) => [requirement, findings[0]])).toEqual([]);
  expect(exercised.map(({ requirement }) => requirement)).toContain(
    "generation.ignores-metadata-writes",
  );
});
