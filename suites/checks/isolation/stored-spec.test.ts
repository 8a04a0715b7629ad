import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
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

const requirement = "isolation.stored-spec-not-validated-again";
const stored = accepted(resourceAt("3", { status: { size: 1 } }));

describe("a stored spec that is no longer valid", () => {
  it.each<Outcomes & { what: string; results: readonly string[] }>([
    { what: "does not stop reports", results: ["held", "held"] },
    { what: "stops one way to report", write: refused("invalid"), results: ["held", "violated"] },
    { what: "is valid all the same", control: stored, results: ["undecided"] },
    {
      what: "is rejected for another reason",
      control: refused("forbidden"),
      results: ["undecided"],
    },
    { what: "is unknown", write: noReply, results: ["errored"] },
    { what: "is perhaps not rejected", control: noReply, results: ["errored"] },
  ])("$what", ({ results, ...outcomes }) => {
    expect(resultsOf(judge(outcomes), requirement)).toEqual(results);
  });

  it("is reported with the creation that shows the schema", () => {
    expect(judge({ write: refused("invalid") })).toMatchObject([
      { evidence: [2, 3] },
      {
        expected: "the status write is accepted, because it does not validate the stored spec",
        actual: "author read Service default/a: rejected as invalid (code INVALID): no",
        evidence: [2, 4],
      },
    ]);
    expect(judge({ control: stored })).toMatchObject([
      {
        reason:
          "the tightened schema is not in effect: author read Service default/a: accepted, version 3",
        evidence: [2],
      },
    ]);
    expect(judge({ control: noReply })).toMatchObject([{ evidence: [2] }]);
  });

  it("is not seen where no kind can be defined", () => {
    expect(resultsOf(storedSpecNotValidatedAgain.judge(null, strictTarget), requirement)).toEqual([
      "undecided",
    ]);
  });
});

interface Outcomes {
  readonly control?: Outcome;
  readonly write?: Outcome;
}

function judge({ control = refused("invalid"), write = stored }: Outcomes): readonly Finding[] {
  const writes = [stepWith(stored, 3), stepWith(write, 4)];
  return storedSpecNotValidatedAgain.judge({ control: stepWith(control, 2), writes }, strictTarget);
}
