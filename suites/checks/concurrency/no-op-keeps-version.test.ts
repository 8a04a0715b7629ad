import { describe, expect, it } from "vitest";
import { accepted, openResults, settledWith, stepWith, strictTarget } from "../testing/builders.ts";
import { eventOf, writtenAt } from "../testing/watch-builders.ts";
import { noOpKeepsVersion } from "./no-op-keeps-version.ts";

const stored = writtenAt("2");
const write = { ...stepWith(accepted(stored.object)), startedMs: 10 };

function judged(events: readonly ReturnType<typeof eventOf>[]): unknown {
  const observations = {
    stored: stored.object,
    sameStatus: write,
    sameSpec: write,
    events: settledWith({ events }),
  };
  return openResults(noOpKeepsVersion.judge(observations, strictTarget));
}

describe("a write that changes nothing", () => {
  const late = { ...eventOf(stored), arrivedMs: 20 };

  it("is no event, however late that of the write before arrives", () => {
    expect(judged([late])).toEqual({});
  });

  it("is not held to have caused the event of a report that has the version of the creation", () => {
    expect(judged([{ ...late, type: "ADDED" }, late])).toEqual({});
  });

  it("is found where it is an event", () => {
    expect(judged([late, late])).toEqual({ "watch.nothing-for-no-op": "violated" });
  });
});
