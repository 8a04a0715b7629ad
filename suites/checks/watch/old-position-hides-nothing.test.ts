import { expect, it } from "vitest";
import type { WatchObservation } from "#harness";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { violationsIn } from "../testing/violations.ts";
import { eventOf, eventWith, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { oldPositionHidesNothing } from "./old-position-hides-nothing.ts";

const first = resourceAt("2");
const other = resourceAt("9", { metadata: { name: "other" } });
const expired: WatchObservation["end"] = {
  end: "refused",
  refusal: { reason: "expired", message: "too old", causes: [] },
};

function findingsOf(watch: WatchObservation): ReturnType<typeof oldPositionHidesNothing.judge> {
  const read = stepWith(refused("notFound"), 3);
  return oldPositionHidesNothing.judge({ replay: { first, read, watch } }, strictTarget);
}

it.each([
  { why: "the watch delivers a change", watch: watchWith([eventOf(writtenAt("3"))]) },
  {
    why: "the watch delivers a change before the sentinel",
    watch: watchWith([eventOf(writtenAt("3"), "DELETED")], { reached: false }),
  },
  { why: "the watch is rejected", watch: watchWith([], { reached: false, end: expired }) },
  { why: "the sentinel does not arrive", watch: watchWith([eventWith(other)], { reached: false }) },
  {
    why: "the stream ends after other events",
    watch: watchWith([eventWith(other)], { reached: false, end: { end: "completed" } }),
  },
])("passes if $why", ({ watch }) => {
  expect(openResults(findingsOf(watch))).toEqual({});
});

it("judges nothing if no object has changed", () => {
  expect(openResults(oldPositionHidesNothing.judge({}, strictTarget))).toEqual({});
});

it.each([
  {
    why: "the watch starts with later events",
    watch: watchWith([eventWith(other)], { after: "2" }),
    actual: "1 event, none of them about this object",
  },
  {
    why: "the stream ends without an error",
    watch: watchWith([], { after: "2", reached: false, end: { end: "completed" } }),
    actual: "0 events, none of them about this object, and ended",
  },
])("fails if $why", ({ watch, actual }) => {
  const read = stepWith(accepted(resourceAt("5")), 3);
  const replay = { first, read, watch };
  const [violation] = violationsIn(oldPositionHidesNothing.judge({ replay }, strictTarget));

  expect(violation?.actual).toContain(actual);
  expect(violation?.evidence).toEqual([3, 1]);
});
