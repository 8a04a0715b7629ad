import { describe, expect, it } from "vitest";
import { keyOf } from "#contract";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import { bodyMatchesAddress, ofAddress } from "./body-matches-address.ts";

type Tried = Parameters<typeof bodyMatchesAddress.judge>[0][number];

const address = "errors.body-matches-address";
const unserved = "errors.unserved-api-version-refused";

const reported = accepted(resourceAt("1", { status: { num: 1 } }));
const invalid = refused("invalid");

function tried(requirement: Tried["requirement"], parts: Partial<TrialParts> = {}): Tried {
  return {
    requirement,
    because: "the body says something else",
    foreign: { place: "beside", members: {} },
    key: keyOf(resourceAt("1")),
    trial: trialWith({ before: reported, attempt: invalid, ...parts }),
  };
}

describe("a body that contradicts its address", () => {
  const erased = accepted(resourceAt("2"));

  it.each([
    { why: "is rejected", name: {}, version: {}, expected: {} },
    {
      why: "is rejected for another reason",
      name: { attempt: refused("conflict") },
      version: {},
      expected: { [address]: "violated" },
    },
    {
      why: "is accepted where it has another name",
      name: { attempt: accepted(resourceAt("2", { status: { num: 2 } })) },
      version: {},
      expected: { [address]: "violated" },
    },
    {
      why: "erases the status where its version is not served",
      name: {},
      version: { attempt: erased, after: erased },
      expected: { [unserved]: "violated" },
    },
    {
      why: "is rejected, and erases the status all the same",
      name: {},
      version: { after: erased },
      expected: { "isolation.refused-write-changes-nothing": "violated" },
    },
    {
      why: "is rejected like the write without the contradiction",
      name: { control: invalid },
      version: {},
      expected: { [address]: "undecided" },
    },
    {
      why: "gets no response",
      name: {},
      version: { attempt: noReply },
      expected: { [unserved]: "errored" },
    },
  ])("$why", ({ name, version, expected }) => {
    const trials = [tried(address, name), tried(unserved, version)];

    expect(openResults(bodyMatchesAddress.judge(trials, strictTarget))).toEqual(expected);
  });

  it("is reported by its text", () => {
    const attempt = accepted(resourceAt("2"));
    const findings = bodyMatchesAddress.judge([tried(address, { attempt })], strictTarget);

    expect(complaintOf(findings, address)).toBe("accepted, version 2");
    expect(findings[0]).toMatchObject({
      expected: "rejected as invalid, because the body says something else",
      evidence: [2, 4],
    });
  });

  it("is next to the status, under the requirement on addresses", () => {
    expect(ofAddress("the name is another", { name: "b" })).toEqual({
      requirement: address,
      because: "the name is another",
      foreign: { place: "beside", members: { metadata: { name: "b" } } },
    });
  });

  it("leaves requirements open that no kind could contradict", () => {
    const findings = bodyMatchesAddress.judge([tried(address)], strictTarget);

    expect(resultsOf(findings, address)).toEqual(["held"]);
    expect(resultsOf(findings, unserved)).toEqual(["undecided"]);
  });
});
