import { describe, expect, it } from "vitest";
import type { ReplyTimes } from "#harness";
import { Breadth, sequencesAt } from "./breadth.ts";

/** So many replies on a target that takes 50 ms at least. */
function replies(count: number, recentMs: number, rateRefusals = 0): ReplyTimes {
  return { count, quickestMs: 50, recentMs, rateRefusals };
}

describe("Breadth", () => {
  const limits = { usual: 64, most: 100 };

  it("begins with the usual number, and widens as long as replies come as quickly as the quickest", () => {
    const breadth = new Breadth(limits);
    expect(breadth.after(replies(7, 51))).toBe(64);
    expect(breadth.after(replies(8, 51))).toBe(65);
    expect(breadth.after(replies(30, 60))).toBe(67);
    expect(breadth.after(replies(1_000, 60))).toBe(100);
  });

  it("stays where replies take somewhat longer, and narrows where they take much longer", () => {
    const breadth = new Breadth(limits);
    breadth.after(replies(80, 50));
    expect(breadth.after(replies(160, 90))).toBe(74);
    expect(breadth.after(replies(176, 110))).toBe(72);
    expect(breadth.after(replies(1_000, 500))).toBe(64);
  });

  it("halves where requests were refused for being too many, below the usual number, and widens again", () => {
    const breadth = new Breadth(limits);
    expect(breadth.after(replies(8, 50, 30))).toBe(32);
    expect(breadth.after(replies(12, 50, 60))).toBe(32);
    expect(breadth.after(replies(16, 50, 60))).toBe(16);
    expect(breadth.after(replies(24, 500, 60))).toBe(15);
    expect(breadth.after(replies(32, 50, 60))).toBe(16);
    for (let more = 1; more <= 6; more += 1) breadth.after(replies(32 + 8 * more, 50, 60 + more));
    expect(breadth.after(replies(88, 50, 67))).toBe(1);
  });

  it("halves where replies will soon not come in time, down to a few, and widens again when they do", () => {
    const breadth = new Breadth(limits);
    expect(breadth.after(replies(64, 2_501))).toBe(32);
    expect(breadth.after(replies(120, 9_000))).toBe(32);
    expect(breadth.after(replies(128, 9_000))).toBe(16);
    expect(breadth.after(replies(192, 9_000))).toBe(8);
    expect(breadth.after(replies(256, 9_000))).toBe(8);
    expect(breadth.after(replies(264, 2_499))).toBe(8);
    expect(breadth.after(replies(272, 250))).toBe(8);
    expect(breadth.after(replies(280, 249))).toBe(9);
    expect(breadth.after(replies(1_000, 249))).toBe(64);
    expect(breadth.after(replies(2_000, 249))).toBe(64);
  });

  it("does not halve for replies that are slow, one like the other", () => {
    const breadth = new Breadth(limits);
    expect(breadth.after({ count: 64, quickestMs: 300, recentMs: 3_000, rateRefusals: 0 })).toBe(
      64,
    );
  });

  it("does not move where it is told a number", () => {
    const breadth = new Breadth({ usual: 5, most: 5 });
    expect(breadth.after(replies(1_000, 50))).toBe(5);
    expect(breadth.after(replies(2_000, 500))).toBe(5);
    expect(breadth.after(replies(3_000, 500, 9))).toBe(5);
    expect(breadth.after(replies(4_000, 9_000, 9))).toBe(5);
  });
});

it.each([
  { cases: 1, sequences: 6 },
  { cases: 4, sequences: 24 },
  { cases: 16, sequences: 32 },
  { cases: 64, sequences: 32 },
  { cases: 256, sequences: 128 },
])("plays $sequences sequences beside $cases cases", ({ cases, sequences }) => {
  expect(sequencesAt(cases)).toBe(sequences);
});
