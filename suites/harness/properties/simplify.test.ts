import { expect, it } from "vitest";
import { simplerRounds, withoutSome } from "./choices.ts";
import type { Move } from "./move.ts";
import { simplerSequences } from "./simplify.ts";

const create: Move = { move: "create", slot: 1, way: 3, spec: 2, held: true };
const read: Move = { move: "read", slot: 0, way: 0, identity: "author" };

it("drops halves, then quarters, then single items, but never all of them", () => {
  expect([...withoutSome(["a", "b", "c", "d"])].map((items) => items.join(""))).toEqual([
    "cd",
    "ab",
    "bcd",
    "acd",
    "abd",
    "abc",
  ]);
  expect([...withoutSome(["a"])]).toEqual([]);
});

it("simplifies one choice at a time, in a fixed order", () => {
  const simpler = [...simplerSequences([create])];
  expect(simpler).toEqual([
    [{ ...create, held: false }],
    [{ ...create, way: 0 }],
    [{ ...create, spec: 0 }],
    [{ ...create, slot: 0 }],
  ]);
  expect([...simplerSequences([create])]).toEqual(simpler);
});

it("stops at choices that are already simple", () => {
  expect([...simplerSequences([read])]).toEqual([]);
  expect([...simplerRounds([{ way: 0 }])]).toEqual([]);
  expect([...simplerRounds([{ way: 2 }, { way: 0 }])]).toEqual([
    [{ way: 0 }],
    [{ way: 2 }],
    [{ way: 0 }, { way: 0 }],
  ]);
});
