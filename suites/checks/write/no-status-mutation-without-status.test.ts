import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { noStatusMutationWithoutStatus } from "./no-status-mutation-without-status.ts";

const before = resourceAt("1");
const unsupported: Outcome = { result: "unsupported", detail: "no such mutation" };

it.each([
  { attempt: refused("invalid"), after: accepted(before), results: ["held", "held"] },
  { attempt: accepted(before), after: accepted(before), results: ["violated", "held"] },
  {
    attempt: refused("invalid"),
    after: accepted(resourceAt("2", { status: { a: 1 } })),
    results: ["held", "violated"],
  },
  { attempt: unsupported, after: accepted(before), results: ["held", "held"] },
  { attempt: noReply, after: accepted(before), results: ["errored", "held"] },
  { attempt: refused("invalid"), after: refused("notFound"), results: ["held", "violated"] },
  { attempt: refused("invalid"), after: noReply, results: ["held", "errored"] },
  { attempt: refused("invalid"), after: refused("forbidden"), results: ["held", "undecided"] },
])(
  "an object of a kind without status stays as it was: $results",
  ({ attempt, after, results }) => {
    const observed = { before, attempts: [stepWith(attempt, 1)], after: stepWith(after, 2) };
    const findings = noStatusMutationWithoutStatus.judge(observed, strictTarget);

    expect(resultsOf(findings, "write.no-status-mutation-without-status")).toEqual(results);
  },
);
