import { describe, expect, it } from "vitest";
import { Pace, Recurrence } from "./reaction-times.ts";
import { Idle } from "./settle-controller.ts";

describe("the pace of a controller", () => {
  it("is unknown before its first reaction", () => {
    expect(new Pace().restMs(1_000, true)).toBe(1_000);
  });

  it("shortens the rest of a fast controller only if it has received everything", () => {
    const pace = new Pace();
    pace.reacted(80);

    expect(pace.restMs(1_000, true)).toBe(160);
    expect(pace.restMs(1_000, false)).toBe(1_000);
  });

  it("is usually the median of the reactions", () => {
    const pace = new Pace();
    expect(pace.usualMs).toBe(0);
    for (const reactionMs of [900, 80, 60]) pace.reacted(reactionMs);

    expect(pace.usualMs).toBe(80);
  });

  it("is at least the scheduling delay of a busy machine", () => {
    const pace = new Pace();
    pace.reacted(1);

    expect(pace.restMs(1_000, true)).toBe(100);
  });

  it("extends the rest of a controller that is slow here, up to a limit", () => {
    const pace = new Pace();
    pace.reacted(600);
    expect(pace.restMs(1_000, true)).toBe(1_200);
    expect(pace.restMs(1_000, false)).toBe(2_400);

    pace.reacted(60_000);
    expect(pace.restMs(1_000, true)).toBe(5_000);
  });

  it("extends the wait for a single reaction, without a limit", () => {
    const pace = new Pace();
    expect(pace.reactionMs(10_000)).toBe(10_000);
    pace.reacted(600);
    expect(pace.reactionMs(10_000)).toBe(10_000);

    pace.reacted(6_000);
    expect(pace.reactionMs(10_000)).toBe(24_000);
  });

  it("follows the slowest of the last reactions", () => {
    const pace = new Pace();
    pace.reacted(500);
    for (let count = 0; count < 15; count += 1) pace.reacted(60);
    expect(pace.restMs(1_000, true)).toBe(1_000);

    pace.reacted(60);
    expect(pace.restMs(1_000, true)).toBe(120);
  });
});

describe("the pace after a disturbance", () => {
  it("forgets one slow reaction, and learns no slower one", () => {
    const pace = new Pace();
    pace.reactedAfterDisturbance(60);
    expect(pace.restMs(1_000, true)).toBe(1_000);

    pace.reacted(400);
    for (let count = 0; count < 16; count += 1) pace.reactedAfterDisturbance(60);
    expect(pace.restMs(1_000, true)).toBe(120);

    pace.reactedAfterDisturbance(400);
    expect(pace.restMs(1_000, true)).toBe(120);
  });
});

describe("idle time", () => {
  it("restarts with each event, and with the delivery of the last one", () => {
    let nowMs = 0;
    const clock = { now: () => nowMs, at: (ms: number) => ms, wait: () => Promise.resolve() };
    const idle = new Idle(clock, undefined);
    idle.saw(1, false);
    nowMs = 30;
    idle.saw(2, false);
    nowMs = 50;
    expect(idle.lastsMs).toBe(20);

    idle.saw(2, true);
    nowMs = 60;
    idle.saw(2, true);
    expect(idle.lastsMs).toBe(10);
    expect(idle.longestMs).toBe(30);
  });

  it("includes the time between a change and the first look", () => {
    let nowMs = 0;
    const clock = { now: () => nowMs, at: (ms: number) => ms, wait: () => Promise.resolve() };
    nowMs = 40;
    const idle = new Idle(clock, 0);
    idle.saw(3, true);

    expect(idle.longestMs).toBe(40);
    expect(idle.sinceBeginMs).toBe(0);
  });
});

it("a view of what recurs knows it, but does not record it", () => {
  const known = new Recurrence();
  const view = known.withoutLearning;
  for (const kind of ["Widget", "Widget"]) view.found(kind);
  expect(view.isKnown("Widget")).toBe(false);

  for (const kind of ["Widget", "Widget"]) known.found(kind);
  expect(view.isKnown("Widget")).toBe(true);
});
