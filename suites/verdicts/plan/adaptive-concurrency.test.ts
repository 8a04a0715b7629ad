import { describe, expect, it } from "vitest";
import type { ReplyTimes } from "#harness";
import { AdaptiveConcurrency, sequencesAt } from "./adaptive-concurrency.ts";
import type { ConcurrencyLimits } from "./adaptive-concurrency.ts";

/** Simulates N responses of a target whose minimum latency is 50 ms. */
function replies(count: number, recentMs: number, rateRefusals = 0): ReplyTimes {
  return { count, quickestMs: 50, recentMs, rateRefusals };
}

/** Number of responses after which a run reaches its default concurrency. */
const initial = 48;

/** Simulates N responses after the run has reached its default concurrency. */
function later(count: number, recentMs: number, rateRefusals = 0): ReplyTimes {
  return replies(initial + count, recentMs, rateRefusals);
}

function begun(limits: ConcurrencyLimits): AdaptiveConcurrency {
  const concurrency = new AdaptiveConcurrency(limits);
  for (const count of [16, 32, initial]) concurrency.after(replies(count, 51));
  return concurrency;
}

describe("AdaptiveConcurrency", () => {
  const limits = { usual: 64, most: 100 };

  it("starts with a few, and soon reaches the default if responses are fast", () => {
    const concurrency = new AdaptiveConcurrency(limits);
    expect(concurrency.after(replies(0, 0))).toBe(8);
    expect(concurrency.after(replies(15, 51))).toBe(8);
    expect(concurrency.after(replies(16, 249))).toBe(16);
    expect(concurrency.after(replies(32, 51))).toBe(32);
    expect(concurrency.after(replies(48, 51))).toBe(64);
  });

  it("stays with a few where responses are slow, but not where the network is", () => {
    const concurrency = new AdaptiveConcurrency(limits);
    expect(concurrency.after(replies(100, 250))).toBe(8);
    expect(concurrency.after(replies(200, 2_501))).toBe(4);
    expect(concurrency.after(replies(216, 249))).toBe(8);
    const far = new AdaptiveConcurrency(limits);
    expect(far.after({ ...replies(16, 599), quickestMs: 300 })).toBe(16);
  });

  it("has no more than the usual number at first", () => {
    expect(new AdaptiveConcurrency({ usual: 3, most: 100 }).after(replies(0, 0))).toBe(3);
  });

  it("widens as long as responses come as quickly as the quickest", () => {
    const concurrency = begun(limits);
    expect(concurrency.after(later(7, 51))).toBe(64);
    expect(concurrency.after(later(8, 51))).toBe(65);
    expect(concurrency.after(later(30, 60))).toBe(67);
    expect(concurrency.after(later(1_000, 60))).toBe(100);
  });

  it("stays if responses take somewhat longer, and falls if they take much longer", () => {
    const concurrency = begun(limits);
    concurrency.after(later(80, 50));
    expect(concurrency.after(later(160, 90))).toBe(74);
    expect(concurrency.after(later(176, 110))).toBe(72);
    expect(concurrency.after(later(1_000, 500))).toBe(64);
  });

  it("halves where requests were rejected for being too many, below the usual number, and widens again", () => {
    const concurrency = begun(limits);
    expect(concurrency.after(later(8, 50, 30))).toBe(32);
    expect(concurrency.after(later(12, 50, 60))).toBe(32);
    expect(concurrency.after(later(16, 50, 60))).toBe(16);
    expect(concurrency.after(later(24, 500, 60))).toBe(15);
    expect(concurrency.after(later(32, 50, 60))).toBe(16);
    for (let more = 1; more <= 6; more += 1) concurrency.after(later(32 + 8 * more, 50, 60 + more));
    expect(concurrency.after(later(88, 50, 67))).toBe(1);
  });

  it("halves where responses will soon not come in time, down to a few, and widens again when they do", () => {
    const concurrency = begun(limits);
    expect(concurrency.after(later(64, 2_501))).toBe(32);
    expect(concurrency.after(later(88, 9_000))).toBe(32);
    expect(concurrency.after(later(96, 9_000))).toBe(16);
    expect(concurrency.after(later(112, 9_000))).toBe(8);
    expect(concurrency.after(later(128, 9_000))).toBe(4);
    expect(concurrency.after(later(144, 9_000))).toBe(2);
    expect(concurrency.after(later(256, 9_000))).toBe(2);
    expect(concurrency.after(later(264, 2_499))).toBe(2);
    expect(concurrency.after(later(272, 250))).toBe(2);
    expect(concurrency.after(later(280, 249))).toBe(3);
    expect(concurrency.after(later(1_000, 249))).toBe(64);
    expect(concurrency.after(later(2_000, 249))).toBe(64);
  });

  it("does not halve for responses that are slow, one like the other", () => {
    const concurrency = begun(limits);
    expect(concurrency.after({ ...later(64, 3_000), quickestMs: 300 })).toBe(64);
  });

  it("stays the same if the user sets a number", () => {
    const concurrency = new AdaptiveConcurrency({ usual: 5, most: 5 });
    expect(concurrency.after(replies(1_000, 50))).toBe(5);
    expect(concurrency.after(replies(2_000, 500))).toBe(5);
    expect(concurrency.after(replies(3_000, 500, 9))).toBe(5);
    expect(concurrency.after(replies(4_000, 9_000, 9))).toBe(5);
  });
});

it.each([
  { cases: 1, sequences: 6 },
  { cases: 4, sequences: 24 },
  { cases: 16, sequences: 32 },
  { cases: 64, sequences: 32 },
  { cases: 256, sequences: 128 },
])("plays $sequences sequences in addition to $cases cases", ({ cases, sequences }) => {
  expect(sequencesAt(cases)).toBe(sequences);
});
