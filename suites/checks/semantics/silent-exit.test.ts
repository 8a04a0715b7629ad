import { expect, it } from "vitest";
import { strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { selectorExit } from "./selector-exit.ts";

const [inside, exit, later] = [writtenAt("2"), writtenAt("3"), writtenAt("4")];

function resultFor(events: Parameters<typeof watchWith>[0]): string | undefined {
  const observed = { within: [inside], exit, beyond: [later], watch: watchWith(events) };
  return selectorExit
    .judge(observed, strictTarget)
    .find(({ requirement }) => requirement === "semantics.selector-exit-is-silent")?.result;
}

it.each([
  { why: "no event after the last change that matched", events: [eventOf(inside)], result: "held" },
  { why: "an event for the exit", events: [eventOf(inside), eventOf(exit)], result: "violated" },
  { why: "an event for a later change only", events: [eventOf(later)], result: "violated" },
  { why: "no event at all", events: [], result: "undecided" },
])("is judged by later events only: $why", ({ events, result }) => {
  expect(resultFor(events)).toBe(result);
});
