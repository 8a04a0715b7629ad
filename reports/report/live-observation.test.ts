import { describe, expect, it } from "vitest";
import { LiveObservation } from "./live-observation.ts";

const object = { kind: "Widget", namespace: "default", name: "one" };
const finding = { requirement: "controller.comes-to-rest", object, detail: "it does not" };
const news = {
  objects: 2,
  events: 50,
  writers: new Map([["unknown writer: status of Widget", 48]]),
};

describe("on a terminal", () => {
  it("rewrites a few lines, with findings above them", () => {
    const live = new LiveObservation({ isTerminal: true, width: 60 });

    expect(live.update({ ...news, elapsedMs: 500 })).toBe(
      "2 objects, 50 states, 100.0 per second, nothing found, 500 \n  unknown writer: status of Widget: 48\n",
    );
    expect(live.update({ ...news, elapsedMs: 600 })).toBe("");
    expect(live.finding(finding)).toBe(
      "\u001b[2A\r\u001b[Jbroken: controller.comes-to-rest Widget default/one: it does not\n",
    );
    expect(live.update({ ...news, elapsedMs: 900 })).toContain("1 finding");
    expect(live.end()).toBe("\u001b[2A\r\u001b[J");
    expect(live.end()).toBe("");
  });

  it("shows a lost watch until it resumes", () => {
    const live = new LiveObservation({ isTerminal: true, width: 80 });

    expect(live.trouble("Widget", "lost")).toContain("watch on Widget failed: lost");
    expect(live.update({ ...news, elapsedMs: 500 })).toContain("  Widget: lost");
    expect(live.trouble("Widget", undefined)).toContain("watch on Widget resumed");
    expect(live.update({ ...news, elapsedMs: 900 })).not.toContain("lost");
  });
});

describe("elsewhere", () => {
  it("writes each finding and each error once", () => {
    const live = new LiveObservation({ isTerminal: false, width: 80 });

    expect(live.finding(finding)).toBe(
      "broken: controller.comes-to-rest Widget default/one: it does not\n",
    );
    expect(live.finding(finding)).toBe("");
    expect(live.trouble("Widget", undefined)).toBe("");
    expect(live.trouble("Widget", "lost")).not.toBe("");
    expect(live.trouble("Widget", "lost")).toBe("");
    expect(live.update({ ...news, elapsedMs: 500 })).toBe("");
    expect(live.update({ ...news, elapsedMs: 61_000 })).toContain("2 objects, 50 states");
  });

  it("writes no control characters of others", () => {
    const live = new LiveObservation({ isTerminal: false, width: 80 });

    expect(live.trouble("Widget", "\u001b[31mred")).not.toContain("\u001b");
  });
});
