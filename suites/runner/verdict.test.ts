import { describe, expect, it } from "vitest";
import { decide } from "./verdict.ts";
import type { CaseFinding } from "./verdict.ts";

const common = { requirement: "watch.ordered", case: "watch/x#Service", evidence: [1] } as const;
const held: CaseFinding = { ...common, result: "held", instances: 2 };
const violated: CaseFinding = { ...common, result: "violated", expected: "a", actual: "b" };
const undecided: CaseFinding = { ...common, result: "undecided", reason: "no control" };
const errored: CaseFinding = { ...common, result: "errored", reason: "timed out" };

describe("decide", () => {
  it.each([
    ["MUST", [held], "pass", 2],
    ["MUST", [held, held], "pass", 4],
    ["MUST", [held, violated], "fail", 2],
    ["SHOULD", [held, violated], "warn", 2],
    ["MAY", [violated], "warn", 0],
    ["MUST", [violated, errored, undecided], "fail", 0],
    ["MUST", [held, errored, undecided], "errored", 2],
    ["MUST", [held, undecided], "inconclusive", 2],
    ["MUST", [], "inconclusive", 0],
  ] as const)("a %s with %j is %s", (level, findings, verdict, instances) => {
    expect(decide({}, level, findings)).toMatchObject({ verdict, instances });
  });

  it("is inconclusive below the minimum of instances, and says so", () => {
    const decision = decide({ minimumInstances: 3 }, "MUST", [held]);

    expect(decision.verdict).toBe("inconclusive");
    expect(decision.reason).toBe("2 instances were exercised, at least 3 are needed");
    expect(decide({ minimumInstances: 2 }, "MUST", [held]).verdict).toBe("pass");
  });

  it("says why it could not decide", () => {
    expect(decide({}, "MUST", [held, undecided]).reason).toBe("no control");
    expect(decide({}, "MUST", [undecided, errored]).reason).toBe("timed out");
  });
});
