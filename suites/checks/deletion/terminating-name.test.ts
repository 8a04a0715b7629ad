import { expect, it } from "vitest";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { terminatingNameIsTaken } from "./terminating-name-is-taken.ts";

const requirement = "deletion.terminating-name-is-taken";
const held = stepWith(accepted(resourceAt("2")), 2);

it.each([
  { attempt: refused("alreadyExists"), results: {} },
  { attempt: refused("conflict"), results: {} },
  { attempt: refused("invalid"), results: { [requirement]: "violated" } },
  { attempt: accepted(resourceAt("3")), results: { [requirement]: "violated" } },
])("a creation with the name of a terminating object: $attempt.result", ({ attempt, results }) => {
  const trials = [trialWith({ attempt })];
  expect(openResults(terminatingNameIsTaken.judge({ held, trials }, strictTarget))).toEqual(
    results,
  );
});

it("nothing is decided if the object does not wait", () => {
  const findings = terminatingNameIsTaken.judge({ held, trials: [] }, strictTarget);
  expect(openResults(findings)).toMatchObject({ [requirement]: "undecided" });
});
