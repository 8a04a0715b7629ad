import { expect, it } from "vitest";
import type { CaseFinding } from "#verdicts";
import { headerLine, verdictLine } from "../testing/record-lines.ts";
import { requirementOf } from "./report-requirement.ts";

const requirement = "controller.comes-to-rest";

function violated(name: string, steps: string, evidence: readonly number[]): CaseFinding {
  const found = { result: "violated", requirement, expected: "", actual: "", steps } as const;
  return { ...found, evidence, case: `controllers/${name}#Widget` };
}

it("shows the violation with the simplest steps first", () => {
  const line = verdictLine(requirement, {
    verdict: "fail",
    findings: [
      violated("with-a-takeover", "create object 0, let a second instance take over", [1]),
      violated("on-each-change", "create object 0", [1, 2, 3]),
    ],
  });

  const [first] = requirementOf(line, headerLine()).findings;

  expect(first?.case).toBe("controllers/on-each-change#Widget");
});
