import { describe, expect, it } from "vitest";
import { claim, undecided } from "../judging/finding.ts";
import { excusingLostWrites } from "./lost-writes.ts";

const held = claim("watch.ordered", { holds: true, expected: "", actual: "", evidence: [3, 9] });
const open = undecided("watch.no-gap", "no sentinel", [9]);

function violatedAt(...evidence: readonly number[]): ReturnType<typeof claim> {
  return claim("watch.ordered", { holds: false, expected: "a", actual: "b", evidence });
}

function step(exchange: number, verb: string, result: string): object {
  return { exchange, command: { verb }, outcome: { result } };
}

const lost = {
  rounds: [{ after: step(4, "read", "object") }, { writes: [step(5, "patch", "unknown")] }],
};

describe("a violation after a write without a response", () => {
  it("reports no violation, and states which write it was", () => {
    expect(excusingLostWrites([held, violatedAt(3, 9), open], lost)).toEqual([
      held,
      {
        result: "errored",
        requirement: "watch.ordered",
        reason:
          "the write in exchange 5 got no response and may have taken effect at any time since",
        evidence: [3, 5, 9],
      },
      open,
    ]);
  });

  it("remains if all its evidence came earlier", () => {
    const before = [violatedAt(3, 4)];

    expect(excusingLostWrites(before, lost)).toEqual(before);
  });

  it("takes effect with the first such write", () => {
    const two = [lost, step(2, "create", "unknown")];

    expect(excusingLostWrites([violatedAt(3, 4)], two)).toMatchObject([
      { result: "errored", evidence: [2, 3, 4] },
    ]);
  });

  it.each([
    ["a read", step(5, "read", "unknown")],
    ["a list", step(5, "list", "unknown")],
    ["a write that was rejected", step(5, "patch", "refused")],
    ["nothing at all", undefined],
  ])("stands where what got none was %s", (_, observations) => {
    expect(excusingLostWrites([violatedAt(9)], observations)).toEqual([violatedAt(9)]);
  });

  it.each(["property", "history", "restart"] as const)(
    "stands in a case of a %s, which reckons with such writes",
    (phase) => {
      expect(excusingLostWrites([violatedAt(9)], lost, phase)).toEqual([violatedAt(9)]);
    },
  );
});
