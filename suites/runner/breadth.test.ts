import { describe, expect, it } from "vitest";
import { Breadth, sequencesAt } from "./breadth.ts";

describe("Breadth", () => {
  const limits = { usual: 64, most: 100 };

  it("begins with the usual number, and widens as long as replies come as quickly as the quickest", () => {
    const breadth = new Breadth(limits);
    expect(breadth.after({ count: 7, quickestMs: 50, recentMs: 51 })).toBe(64);
    expect(breadth.after({ count: 8, quickestMs: 50, recentMs: 51 })).toBe(65);
    expect(breadth.after({ count: 30, quickestMs: 50, recentMs: 60 })).toBe(67);
    expect(breadth.after({ count: 1_000, quickestMs: 50, recentMs: 60 })).toBe(100);
  });

  it("stays where replies take somewhat longer, and narrows where they take much longer", () => {
    const breadth = new Breadth(limits);
    breadth.after({ count: 80, quickestMs: 50, recentMs: 50 });
    expect(breadth.after({ count: 160, quickestMs: 50, recentMs: 90 })).toBe(74);
    expect(breadth.after({ count: 176, quickestMs: 50, recentMs: 110 })).toBe(72);
    expect(breadth.after({ count: 1_000, quickestMs: 50, recentMs: 500 })).toBe(64);
  });

  it("does not move where it is told a number", () => {
    const breadth = new Breadth({ usual: 5, most: 5 });
    expect(breadth.after({ count: 1_000, quickestMs: 50, recentMs: 50 })).toBe(5);
    expect(breadth.after({ count: 2_000, quickestMs: 50, recentMs: 500 })).toBe(5);
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
