import { expect, it } from "vitest";
import { ratios, timeInTurn } from "./timing.ts";

it("runs tasks in alternation, starting with a different one each time, and ignores warm-up rounds", () => {
  const ran: string[] = [];
  const timings = timeInTurn(2, [() => ran.push("a"), () => ran.push("b")]);

  expect(ran.join("")).toBe("abbaabbaab");
  expect(timings.map((values) => values.length)).toEqual([2, 2]);
});

it("computes ratios per round", () => {
  expect(ratios([6, 8], [3, 2])).toEqual([2, 4]);
  expect(ratios([6], undefined)).toEqual([Number.NaN]);
});
