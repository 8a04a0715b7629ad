import { expect, it } from "vitest";
import type { WriteEvent } from "./controller-event.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

/** An object with one write by the controller (event 2) and a similar write (event 4). */
function historyWith(change: Partial<WriteEvent>, isNamed = false): HistoryFixture {
  const fixture = new HistoryFixture()
    .create({}, { by: "author" })
    .report({ a: 1 }, { by: "controller" });
  const write = fixture.events[2];
  if (write?.event !== "write") throw new Error("the story has a write");
  const { precondition, ...rest } = write;
  const named = isNamed && precondition !== undefined ? { precondition } : {};
  fixture.events.push({ ...rest, ...named, ...change });
  return fixture;
}

const broken = [
  {
    detail: "a status write has no version, so it can overwrite newer statuses",
    events: [4],
  },
];

it.each<RuleRow>([
  { name: "names none", fixture: () => historyWith({}), tried: 2, broken },
  { name: "names one", fixture: () => historyWith({}, true), tried: 2, broken: [] },
  { name: "applies", fixture: () => historyWith({ isApply: true }), tried: 1, broken: [] },
  { name: "does not apply", fixture: () => historyWith({ isApply: false }), tried: 2, broken },
  { name: "is the author's", fixture: () => historyWith({ by: "author" }), tried: 1, broken: [] },
  { name: "is about the spec", fixture: () => historyWith({ side: "main" }), tried: 1, broken: [] },
])("a write that $name", ({ fixture, tried, broken: found }) => {
  const expected = { tried, broken: found };
  expect(verdictOn("controller.writes-name-their-version", fixture())).toEqual(expected);
});

it("is reported once of an object", () => {
  const fixture = historyWith({});
  const last = fixture.events.at(-1);
  if (last !== undefined) fixture.events.push(last);

  expect(verdictOn("controller.writes-name-their-version", fixture)).toEqual({ tried: 3, broken });
});
