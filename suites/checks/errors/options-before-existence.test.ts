import { expect, it } from "vitest";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { optionsBeforeExistence, tooLong } from "./options-before-existence.ts";

const missing = refused("notFound");
const written = accepted(resourceAt("2"));

it.each([
  { attempt: refused("invalid"), control: missing, result: "held" },
  { attempt: missing, control: missing, result: "violated" },
  { attempt: written, control: missing, result: "violated" },
  { attempt: refused("invalid"), control: refused("forbidden"), result: "undecided" },
  { attempt: refused("invalid"), control: written, result: "undecided" },
  { attempt: noReply, control: missing, result: "errored" },
  { attempt: refused("invalid"), control: noReply, result: "errored" },
])("an invalid option on a missing object: $result", ({ attempt, control, result }) => {
  const findings = optionsBeforeExistence.judge(
    { attempt: stepWith(attempt, 1), control: stepWith(control, 2) },
    strictTarget,
  );

  expect(resultsOf(findings, "errors.options-before-existence")).toEqual([result]);
  expect(findings).toMatchObject([{ evidence: [1, 2] }]);
});

it("states why nothing is decided", () => {
  const findings = optionsBeforeExistence.judge(
    { attempt: stepWith(refused("invalid")), control: stepWith(written) },
    strictTarget,
  );

  expect(findings).toMatchObject([
    {
      reason: "the same write without the option is not rejected as not found: accepted, version 2",
    },
  ]);
});

it("is a name of 129 characters", () => {
  expect(tooLong).toMatch(/^m{129}$/u);
});
