import { expect, it } from "vitest";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  settledWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { eventOf, writtenAt } from "../testing/watch-builders.ts";
import { strictValidationCoversIgnoredMembers } from "./strict-validation-covers-ignored-members.ts";

const requirement = "write.strict-validation-covers-ignored-members";

const invalid = refused("invalid");
const stored = accepted(resourceAt("2", { status: { num: 1 } }));

it.each([
  { why: "is rejected as invalid", parts: { attempt: invalid }, expected: {} },
  {
    why: "is dropped with the spec",
    parts: { attempt: stored, after: stored },
    expected: { [requirement]: "violated" },
  },
  {
    why: "is rejected as something else",
    parts: { attempt: refused("forbidden") },
    expected: { [requirement]: "violated" },
  },
  {
    why: "is rejected like a spec without a mistake",
    parts: { attempt: invalid, control: invalid },
    expected: { [requirement]: "undecided" },
  },
  {
    why: "is rejected, and the status is stored",
    parts: { attempt: invalid, after: stored },
    expected: { "isolation.refused-write-changes-nothing": "violated" },
  },
  {
    why: "is rejected, and is an event",
    parts: { attempt: invalid, events: settledWith({ events: [eventOf(writtenAt("9"))] }) },
    expected: { "watch.nothing-for-refused": "violated" },
  },
  { why: "gets no response", parts: { attempt: noReply }, expected: { [requirement]: "errored" } },
])("a misspelt member of the spec $why", ({ parts, expected }) => {
  const findings = strictValidationCoversIgnoredMembers.judge(trialWith(parts), strictTarget);

  expect(openResults(findings)).toEqual(expected);
});
