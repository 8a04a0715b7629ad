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

it("shows the finding of the first check in the catalogue first if all are equally direct", () => {
  const checks = ["controllers/shows-the-rule", "controllers/bends-the-rule"];
  const line = verdictLine(requirement, {
    verdict: "fail",
    checks,
    findings: ["bends-the-rule", "shows-the-rule"].map((name) => violated(name, "", [1, 2])),
  });

  const cases = requirementOf(line, headerLine()).findings.map((finding) => finding.case);

  expect(cases).toEqual(checks.map((name) => `${name}#Widget`));
});
