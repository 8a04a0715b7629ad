import { expect, it } from "vitest";
import { inJudgingOrder } from "./judging-order.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";

const fixture = new HistoryFixture()
  .create({}, { by: "author" })
  .refuse("conflict")
  .report({ phase: "a" }, { by: "controller" });

it("puts a write before the state that it made, and leaves all else in place", () => {
  const [creation, created, refusal, write, reported] = fixture.events;
  const late = [created, creation, refusal, reported, write].filter((one) => one !== undefined);

  expect(inJudgingOrder(late)).toEqual(fixture.events);
});

it("changes nothing about events that are in order", () => {
  expect(inJudgingOrder(fixture.events)).toEqual(fixture.events);
  expect(inJudgingOrder(new HistoryFixture().create().again().relist().events)).toHaveLength(3);
});
