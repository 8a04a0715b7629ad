import { expect, it } from "vitest";
import { defineFault } from "#reference";
import type { Fault } from "#reference";
import { narrowing } from "../self-test/fault-trial.ts";
import { checkReference } from "./compose.ts";
import type { CheckReferenceOptions } from "./compose.ts";

/** A conformant behavior: admission gives each new object a unique status. */
const admissionGivesStatus: Fault = defineFault({
  name: "admission-gives-status",
  summary: "Every object begins with a status of its own, which is stored and not declared.",
  breaks: [],
  change: (rules) => ({
    createObject: (request, stamp) => {
      const created = rules.createObject(request, stamp);
      if (!undeclared.has(request.kind.name)) return created;
      const admitted = {
        type: "Admitted",
        status: "True",
        reason: "Checked",
        message: `checked as ${stamp.uid}`,
        lastTransitionTime: stamp.creationTimestamp,
      };
      return {
        ...created,
        status: {
          observedGeneration: 0,
          ...(request.kind.name === "Widget" ? { num: 1 } : {}),
          conditions: [admitted],
          ...created.status,
        },
      };
    },
  }),
});

const undeclared: ReadonlySet<string> = new Set(["Service", "Widget"]);

const usual: CheckReferenceOptions = {
  faults: [admissionGivesStatus],
  keepObjects: true,
  proofBudget: { runs: 24, operations: 300 },
  narrowing,
};

const accusing: ReadonlySet<string> = new Set(["fail", "flaky", "warn"]);

it("is no leak, and no loss of omitted fields", async () => {
  const { verdicts } = await checkReference(usual);
  const falsePositives = verdicts.filter(({ verdict }) => accusing.has(verdict));
  expect(
    falsePositives.map(({ requirement, verdict, findings }) =>
      [
        requirement,
        verdict,
        JSON.stringify(findings.find(({ result }) => result === "violated")).slice(0, 900),
      ].join(" "),
    ),
  ).toEqual([]);
});
