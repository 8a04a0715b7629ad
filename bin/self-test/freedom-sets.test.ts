import { expect, it } from "vitest";
import { freedoms } from "#reference";
import { areCompatible, coveringSets, randomSets } from "./freedom-sets.ts";
import { seededRandom } from "./seeded-random.ts";

const hashes = { decides: "versions" };
const letters = { decides: "versions" };
const watched = { declares: [{ at: "everyKind/operations/watch/*/initial", put: "added" }] };
const unwatched = { declares: [{ at: "everyKind/operations/watch" }] };
const plain = {};
const alone = { name: "alone", excludes: ["crowd"] };
const crowd = { name: "crowd" };

it.each([
  { pair: [hashes, letters], together: false },
  { pair: [hashes, plain], together: true },
  { pair: [watched, unwatched], together: false },
  { pair: [unwatched, watched], together: false },
  { pair: [unwatched, hashes], together: true },
  { pair: [plain, plain], together: false },
  { pair: [alone, crowd], together: false },
  { pair: [crowd, alone], together: false },
] as const)("tells which freedoms can be had together (%#)", ({ pair: [one, other], together }) => {
  expect(areCompatible(one, other)).toBe(together);
});

it("excludes freedoms that there are", () => {
  const names = new Set(freedoms.map(({ name }) => name));
  const excluded = freedoms.flatMap(({ excludes = [] }) => excludes);

  expect(excluded.length).toBeGreaterThan(0);
  expect(excluded.filter((name) => !names.has(name))).toEqual([]);
});

it("covers each pair that can be had together, and nothing else", () => {
  const sets = coveringSets(freedoms);
  const pairs = freedoms.flatMap((one, index) =>
    freedoms.slice(index + 1).flatMap((other) => (areCompatible(one, other) ? [[one, other]] : [])),
  );
  const uncovered = pairs.filter(
    (pair) => !sets.some((set) => pair.every((one) => set.includes(one))),
  );

  expect(pairs.length).toBeGreaterThan(1_000);
  expect(uncovered).toEqual([]);
  expect(sets.flatMap((set) => set.filter((one) => clashes(one, set)))).toEqual([]);
  expect(sets.length).toBeLessThan(pairs.length / 10);
});

it("draws the same sets for the same seed, each of six that can be had together", () => {
  const sets = randomSets(freedoms, 20, seededRandom(7));

  expect(randomSets(freedoms, 20, seededRandom(7))).toEqual(sets);
  expect(randomSets(freedoms, 20, seededRandom(8))).not.toEqual(sets);
  expect(new Set(sets.map((set) => set.length))).toEqual(new Set([6]));
  expect(sets.flatMap((set) => set.filter((one) => clashes(one, set)))).toEqual([]);
});

function clashes<One extends object>(one: One, set: readonly One[]): boolean {
  return set.some((other) => other !== one && !areCompatible(one, other));
}
