import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { openMembersAreStored } from "./open-members-are-stored.ts";

const requirement = "isolation.open-members-are-stored";

const conformanceOpen = { depth: { of: ["any", 1, true] } };
const right = {
  before: accepted(resourceAt("1")),
  write: accepted(resourceAt("2", { status: { conformanceOpen } })),
  after: accepted(resourceAt("2", { status: { num: 1, conformanceOpen } })),
};

interface Row {
  readonly why: string;
  readonly changed: Partial<Readonly<Record<keyof typeof right, Outcome>>>;
  readonly results: readonly string[];
}

it.each<Row>([
  { why: "is stored", changed: {}, results: ["held", "held"] },
  {
    why: "is dropped",
    changed: { after: accepted(resourceAt("2", { status: { num: 1 } })) },
    results: ["violated", "held"],
  },
  {
    why: "is stored in part",
    changed: {
      after: accepted(resourceAt("2", { status: { conformanceOpen: { depth: { of: ["any"] } } } })),
    },
    results: ["violated", "held"],
  },
  {
    why: "ends up in the spec as well",
    changed: {
      after: accepted(
        resourceAt("2", { spec: { size: 1, conformanceOpen }, status: { conformanceOpen } }),
      ),
    },
    results: ["held", "violated"],
  },
  {
    why: "is rejected",
    changed: { write: refused("invalid"), after: right.before },
    results: ["undecided", "undecided"],
  },
  { why: "gets no response", changed: { write: noReply }, results: ["errored", "errored"] },
])("a member of any shape $why", ({ changed, results }) => {
  expect(resultsOf(judge({ ...right, ...changed }), requirement)).toEqual(results);
});

it("states the outcome for the field", () => {
  const after = accepted(resourceAt("2", { status: {} }));

  expect(complaintOf(judge({ ...right, after }), requirement)).toBe("it has null");
  expect(judge({ ...right, after })).toMatchObject([
    { expected: "the status has conformanceOpen as sent", evidence: [1, 2, 3] },
    { evidence: [1, 2, 3] },
  ]);
});

it("states the outcome for the spec", () => {
  const after = accepted(resourceAt("2", { spec: { size: 2 }, status: { conformanceOpen: 7 } }));

  expect(judge({ ...right, after })).toMatchObject([
    { actual: "it has 7" },
    { expected: "the spec is unchanged", actual: "the stored spec: size is 2 instead of 1" },
  ]);
});

it("shows nothing if the status is absent", () => {
  expect(complaintOf(judge({ ...right, after: right.before }), requirement)).toBe("it has null");
});

function judge({
  before,
  write,
  after,
}: Readonly<Record<keyof typeof right, Outcome>>): readonly Finding[] {
  return openMembersAreStored.judge(
    { before: stepWith(before, 1), write: stepWith(write, 2), after: stepWith(after, 3) },
    strictTarget,
  );
}
