import { expect, it } from "vitest";
import { uid } from "#contract";
import type { Outcome, Resource } from "#contract";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { otherKindsAreNotWritten } from "./other-kinds-are-not-written.ts";

const gate: Resource = {
  ...resourceAt("7", { status: { level: 1 }, metadata: { uid: uid("U2x1aWNlOjE=") } }),
  kind: "Gate",
};
const written: Resource = {
  ...gate,
  status: { level: 2 },
  metadata: { ...gate.metadata, resourceVersion: resourceAt("8").metadata.resourceVersion },
};
const noObject: Outcome = { result: "unintelligible", detail: "null instead of an object" };

function judged(attempt: Outcome, after: Resource, control: Outcome = accepted(resourceAt("2"))) {
  const trial = { other: gate, attempt: stepWith(attempt, 2), after: stepWith(accepted(after), 3) };
  const observations = { kind: "Weir", control: stepWith(control, 4), trials: [trial] };
  return otherKindsAreNotWritten.judge(observations, strictTarget);
}

const missing = "errors.missing-object-not-found";
const unchanged = "isolation.refused-write-changes-nothing";

it.each<{ why: string; attempt: Outcome; after: Resource; open: object }>([
  { why: "not found", attempt: refused("notFound"), after: gate, open: {} },
  { why: "an id of another type", attempt: refused("invalid"), after: gate, open: {} },
  {
    why: "accepted, and changes the object",
    attempt: accepted(written),
    after: written,
    open: { [missing]: "violated" },
  },
  {
    why: "answered with null, and changes the object",
    attempt: noObject,
    after: written,
    open: { [missing]: "violated" },
  },
  {
    why: "rejected, and changes the object",
    attempt: refused("notFound"),
    after: written,
    open: { [unchanged]: "violated" },
  },
  {
    why: "accepted without an effect",
    attempt: noObject,
    after: gate,
    open: { [missing]: "undecided" },
  },
  {
    why: "not answered",
    attempt: noReply,
    after: gate,
    open: { [missing]: "errored", [unchanged]: "errored" },
  },
])("a status write to an object of another kind is $why", ({ attempt, after, open }) => {
  expect(openResults(judged(attempt, after))).toEqual(open);
});

it("states what the write changed", () => {
  expect(complaintOf(judged(noObject, written), missing)).toContain("Gate default/a");
});

it("decides nothing if the same write to an object of its own kind is rejected", () => {
  expect(openResults(judged(refused("notFound"), gate, refused("invalid")))).toEqual({
    [missing]: "undecided",
    [unchanged]: "undecided",
  });
});
