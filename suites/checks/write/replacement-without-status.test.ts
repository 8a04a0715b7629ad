import { expect, it } from "vitest";
import { accepted, refused, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { replacementWithoutStatus } from "./replacement-without-status.ts";

const usual = { observedGeneration: -1 };

it.each([
  { why: "leaves none", status: undefined, result: "held" },
  { why: "leaves the usual one", status: usual, result: "held" },
  { why: "leaves a part", status: { phase: "Ready" }, result: "violated" },
])("a replacement without a status $why: $result", ({ status, result }) => {
  const after = accepted(resourceAt("3", status === undefined ? {} : { status }));

  expect(judge({ replacement: accepted(resourceAt("3")), after })).toEqual([result]);
});

it("a replacement without a status is not refused", () => {
  expect(judge({ replacement: refused("invalid"), after: accepted(resourceAt("2")) })).toEqual([
    "violated",
  ]);
});

function judge(outcomes: {
  readonly replacement: Parameters<typeof stepWith>[0];
  readonly after: Parameters<typeof stepWith>[0];
}): readonly string[] {
  const findings = replacementWithoutStatus.judge(
    {
      first: stepWith(accepted(resourceAt("2")), 1),
      replacement: stepWith(outcomes.replacement, 2),
      after: stepWith(outcomes.after, 3),
      usual,
    },
    strictTarget,
  );
  return findings.map(({ result }) => result);
}
