import { describe, expect, it } from "vitest";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { storedSpecNotValidatedAgain } from "./stored-spec-not-validated-again.ts";

describe("a stored spec that is no longer valid", () => {
  const stored = accepted(resourceAt("3", { status: { size: 1 } }));

  it.each([
    { what: "does not stop reports", results: ["held", "held"] },
    { what: "stops one way to report", write: refused("invalid"), results: ["held", "violated"] },
    { what: "is valid all the same", control: stored, results: ["undecided"] },
    { what: "is unknown", write: noReply, results: ["errored"] },
  ])("$what", ({ control = refused("invalid"), write = stored, results }) => {
    const writes = [stepWith(stored, 3), stepWith(write, 4)];
    const findings = storedSpecNotValidatedAgain.judge(
      { control: stepWith(control, 2), writes },
      strictTarget,
    );

    expect(resultsOf(findings, "isolation.stored-spec-not-validated-again")).toEqual(results);
  });

  it("is not seen where no kind can be defined", () => {
    expect(storedSpecNotValidatedAgain.judge(null, strictTarget)).toMatchObject([
      { result: "undecided" },
    ]);
  });
});
