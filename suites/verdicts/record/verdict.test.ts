import { describe, expect, it } from "vitest";
import { decide } from "./verdict.ts";
import type { CaseFinding } from "./case-finding.ts";

const common = { requirement: "watch.ordered", case: "watch/x#Service", evidence: [1] } as const;
const held: CaseFinding = { ...common, result: "held", instances: 2 };
const violated: CaseFinding = { ...common, result: "violated", expected: "a", actual: "b" };
const undecided: CaseFinding = { ...common, result: "undecided", reason: "no control" };
const barred: CaseFinding = { ...undecided, reason: "no object", isBarred: true };
const errored: CaseFinding = { ...common, result: "errored", reason: "timed out" };

function again(finding: CaseFinding, attempt: number): CaseFinding {
  return { ...finding, attempt };
}

describe("decide", () => {
  it.each([
    ["MUST", [held], "pass", 2],
    ["MUST", [held, held], "pass", 4],
    ["MUST", [held, violated], "fail", 2],
    ["MUST", [violated, held], "fail", 2],
    ["SHOULD", [held, violated], "warn", 2],
    ["MAY", [violated], "warn", 0],
    ["MUST", [violated, errored, undecided], "fail", 0],
    ["MUST", [held, errored, undecided], "errored", 2],
    ["MUST", [held, undecided], "inconclusive", 2],
    ["MUST", [], "inconclusive", 0],
    ["MUST", [held, undecided, barred], "untestable", 2],
    ["MUST", [barred, errored], "errored", 0],
    ["MUST", [barred, violated], "fail", 0],
  ] as const)("a %s with %j is %s", (level, findings, verdict, instances) => {
    expect(decide({}, level, findings)).toMatchObject({ verdict, instances });
  });

  it("is flaky where no case broke it every time, and states how often", () => {
    const races = [violated, again(held, 2), again(violated, 3)];

    expect(decide({}, "MUST", races)).toEqual({
      verdict: "flaky",
      reason: "broken in 2 of 3 attempts",
      instances: 0,
    });
    expect(decide({}, "SHOULD", races).verdict).toBe("flaky");
    // A case that never failed provides no evidence about the failure rate of the failing case.
    expect(decide({}, "MUST", [...races, { ...held, case: "watch/y#Service" }]).reason).toBe(
      "broken in 2 of 3 attempts",
    );
    // An undecided attempt provides no evidence about the failure rate.
    expect(decide({}, "MUST", [violated, again(undecided, 2)]).verdict).toBe("fail");
  });

  it("counts no attempt in which the suite or the connection failed as sound", () => {
    const interrupted = [held, errored];

    expect(
      decide({}, "MUST", [...interrupted, again(violated, 2), again(violated, 3)]).verdict,
    ).toBe("fail");
    expect(decide({}, "MUST", [...interrupted, again(violated, 2), again(held, 3)]).reason).toBe(
      "broken in 1 of 2 attempts",
    );
    expect(decide({}, "MUST", [held, errored, violated]).verdict).toBe("fail");
  });

  it("is flaky where the case was played again without the violation", () => {
    const replayed: CaseFinding = { ...violated, plays: { attempts: 3, broken: 1 } };

    expect(decide({}, "MUST", [replayed])).toMatchObject({
      verdict: "flaky",
      reason: "broken in 1 of 3 attempts",
    });
    expect(decide({}, "MUST", [{ ...replayed, plays: { attempts: 3, broken: 3 } }]).verdict).toBe(
      "fail",
    );
    expect(decide({}, "MUST", [replayed, { ...violated, case: "watch/y#Service" }]).verdict).toBe(
      "fail",
    );
  });

  it("states that a requirement is broken while no other case runs", () => {
    const alone: CaseFinding = { ...again(violated, 3), isAlone: true };

    expect(decide({}, "MUST", [violated, again(violated, 2), alone])).toEqual({
      verdict: "fail",
      reason: "reproduced with no other case running",
      instances: 0,
    });
    expect(decide({}, "SHOULD", [violated, alone]).verdict).toBe("warn");
    expect(decide({}, "MUST", [{ ...violated, isAlone: true }]).reason).toBe(
      "failed with no other case running",
    );
  });

  it("is flaky if the rerun without other cases holds, regardless of other violations", () => {
    const other = "watch/y#Service";
    const findings: readonly CaseFinding[] = [
      violated,
      again(violated, 2),
      { ...again(held, 3), isAlone: true },
      { ...violated, case: other },
      { ...again(violated, 2), case: other },
    ];

    expect(decide({}, "MUST", findings).verdict).toBe("flaky");
  });

  it("is broken where one case broke it every time, however others came out", () => {
    const other = "watch/y#Service";
    const steady: readonly CaseFinding[] = [
      violated,
      { ...held, attempt: 2 },
      { ...violated, case: other },
      { ...violated, case: other, attempt: 2 },
    ];

    expect(decide({}, "MUST", steady).verdict).toBe("fail");
    expect(decide({}, "SHOULD", steady).verdict).toBe("warn");
  });

  it("counts a passed instance once, even if it was checked several times", () => {
    expect(decide({}, "MUST", [held, { ...held, attempt: 2 }]).instances).toBe(2);
  });

  it.each([
    ["a later look that held", [errored, again(held, 2)], "pass", 2],
    ["the first of several that held", [errored, again(errored, 2), again(held, 3)], "pass", 2],
    ["no look, where all failed", [errored, again(errored, 2)], "errored", 0],
    ["no part of a look that failed", [held, errored, again(held, 2)], "pass", 2],
    ["a later look that could not decide", [errored, again(undecided, 2)], "inconclusive", 0],
    ["a later look that broke it", [errored, again(violated, 2), again(violated, 3)], "fail", 0],
    ["the first look, where a later one failed", [held, again(errored, 2)], "pass", 2],
    ["no other case", [errored, { ...held, case: "watch/y#Service" }], "errored", 2],
  ] as const)("rests on %s, where the connection failed", (_, findings, verdict, instances) => {
    expect(decide({}, "MUST", findings)).toMatchObject({ verdict, instances });
  });

  it.each([
    ["errored", { ...errored, isIncidental: true }, "timed out"],
    ["undecided", { ...undecided, isIncidental: true }, "no control"],
  ] as const)(
    "passes without a case that is %s, if other cases exercised the requirement",
    (_, incidental, why) => {
      const exercised: CaseFinding = { ...held, case: "watch/y#Service" };

      expect(decide({}, "MUST", [incidental, exercised])).toEqual({
        verdict: "pass",
        reason: `not tested by watch/x#Service: ${why}`,
        instances: 2,
      });
      expect(decide({ minimumInstances: 3 }, "MUST", [incidental, exercised]).verdict).toBe(
        "inconclusive",
      );
      expect(decide({}, "MUST", [incidental])).toEqual({
        verdict: "inconclusive",
        reason: `watch/x#Service: ${why}`,
        instances: 0,
      });
      expect(decide({}, "MUST", [incidental, { ...violated, case: "watch/y#Service" }])).toEqual({
        verdict: "fail",
        instances: 0,
      });
    },
  );

  it("counts a rerun of a case that failed, even if other cases can decide the requirement", () => {
    const failed: CaseFinding = { ...errored, isIncidental: true };

    expect(decide({}, "MUST", [failed, again(violated, 2)]).verdict).toBe("fail");
    expect(decide({}, "MUST", [failed, again(held, 2)])).toMatchObject({
      verdict: "pass",
      reason: expect.stringContaining("decided by a rerun"),
    });
  });

  it("states which cases only another attempt has decided, and why the first did not", () => {
    const other = { ...errored, case: "watch/y#Service" };
    const all = [
      errored,
      errored,
      again(held, 2),
      other,
      { ...other, ...held, case: other.case, attempt: 2 },
    ];

    expect(decide({}, "MUST", all).reason).toBe(
      "decided by a rerun of watch/x#Service, watch/y#Service, because the first attempt failed: timed out",
    );
    const unseen: CaseFinding = { ...held, instances: 0, hasLostWatch: true };
    expect(decide({}, "MUST", [unseen, again(held, 2)]).reason).toBe(
      "decided by a rerun of watch/x#Service, because the first attempt failed: a watch was lost",
    );
    expect(Object.keys(decide({}, "MUST", [held]))).not.toContain("reason");
  });

  it("is inconclusive below the minimum of instances, and states so", () => {
    const decision = decide({ minimumInstances: 3 }, "MUST", [held]);

    expect(decision.verdict).toBe("inconclusive");
    expect(decision.reason).toBe("2 instances were exercised; at least 3 are needed");
    expect(decide({ minimumInstances: 2 }, "MUST", [held]).verdict).toBe("pass");
  });

  it("states why it could not decide", () => {
    expect(decide({}, "MUST", [held, undecided]).reason).toBe("no control");
    expect(decide({}, "MUST", [undecided, barred]).reason).toBe("no object");
    expect(decide({}, "MUST", [undecided, errored]).reason).toBe("timed out");
  });

  it("does not apply if a case shows so and nothing was exercised", () => {
    const shown = {
      ...held,
      instances: 0,
      note: "no status is ready",
      isInapplicable: true,
    } as const;
    const excused = { verdict: "not-applicable", reason: "no status is ready", instances: 0 };

    expect(decide({}, "MUST", [{ ...held, instances: 0 }, shown])).toEqual(excused);
    expect(decide({}, "MUST", [held, shown]).verdict).toBe("pass");
  });

  it("does not apply to a watch that combines changes, unless another case is undecided or broken", () => {
    const combined = {
      ...undecided,
      reason: "combined",
      premise: "every-change-delivered",
    } as const;
    const excused = { verdict: "not-applicable", reason: "combined", instances: 2 };

    expect(decide({}, "MUST", [held, combined])).toEqual(excused);
    expect(decide({}, "MUST", [combined, undecided]).verdict).toBe("inconclusive");
    expect(decide({}, "MUST", [combined, violated]).verdict).toBe("fail");
  });

  it("states remarks of a case on a pass, or its common premises", () => {
    const noted = { ...held, note: "the schema admits none" };
    const remarked = { ...held, remark: "the response came without a version" };

    expect(decide({}, "MUST", [held]).reason).toBeUndefined();
    expect(decide({}, "MUST", [held, remarked]).reason).toBe("the response came without a version");
    expect(decide({}, "MUST", [noted, noted]).reason).toBe("the schema admits none");
    expect(decide({}, "MUST", [noted, held]).reason).toBeUndefined();
    expect(decide({}, "MUST", [noted, { ...held, instances: 0 }]).reason).toBe(
      "the schema admits none",
    );
    expect(decide({}, "MUST", [{ ...noted, instances: 0 }, held]).reason).toBeUndefined();
    expect(decide({}, "MUST", [{ ...noted, instances: 0 }]).reason).toBe("the schema admits none");
    expect(decide({}, "MUST", [{ ...remarked, instances: 0 }]).reason).toBe(
      "0 instances were exercised; at least 1 is needed",
    );
  });

  it("is based on its violations, regardless of the attempt that found them", () => {
    const late = { ...violated, attempt: 3 };

    expect(decide({}, "MUST", [held, again(held, 2), late]).verdict).toBe("flaky");
    expect(decide({}, "MUST", [held, again(undecided, 2)]).verdict).toBe("pass");
  });
});
