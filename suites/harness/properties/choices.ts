import * as fc from "fast-check";
import type { CheckContext } from "../check.ts";
import type { StatusChoice } from "./move.ts";

/** Small numbers that choose what a property tries. Zero is always the plainest choice. */
export type Choices = Readonly<Record<string, number>>;

/** What a status write submits; members are sent as null only where that clears them. */
export function statusChoices({
  target,
}: Pick<CheckContext, "target">): Readonly<Record<keyof StatusChoice, fc.Arbitrary<number>>> {
  const bits = fc.nat({ max: 255 });
  const clears = target.semantics.nullMembers === "cleared";
  return {
    sample: fc.nat({ max: 2 }),
    members: fc.oneof(bits, fc.constantFrom(0, 1, 2, 4, 8)),
    nulls: clears ? fc.oneof(fc.constant(0), bits) : fc.constant(0),
  };
}

/** Rounds of choices, from one to `most` of them. Most go round among two or three different ones. */
export function roundsOf<Round extends Choices>(
  round: fc.Arbitrary<Round>,
  most: number,
): fc.Arbitrary<readonly Round[]> {
  const free = fc.array(round, { minLength: 1, maxLength: most, size: "max" });
  const few = fc.array(round, { minLength: 2, maxLength: 3, size: "max" });
  const picks = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: most, size: "max" });
  const again = fc
    .tuple(few, picks)
    .map(([pool, order]) => order.map((pick) => itemAt(pool, pick)));
  return fc.oneof({ weight: 1, arbitrary: free }, { weight: 3, arbitrary: again });
}

/** Simpler rounds: with some left out, from the half down to one, then with one choice at its plainest. */
export function* simplerRounds<Round extends Choices>(
  rounds: readonly Round[],
): Generator<readonly Round[]> {
  yield* withoutSome(rounds);
  for (const [index, round] of rounds.entries()) {
    for (const [name, value] of Object.entries(round)) {
      if (value !== 0) yield rounds.with(index, { ...round, [name]: 0 });
    }
  }
}

/** A list with parts left out, from the half down to one item, and never empty. */
export function* withoutSome<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  let size = Math.ceil(items.length / 2);
  while (size >= 1) {
    for (let start = 0; start + size <= items.length; start += size) {
      if (items.length > size) yield items.toSpliced(start, size);
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
}

/** An item of a list that is not empty, counted round. */
export function itemAt<Item>(items: readonly Item[], position: number): Item {
  const item = items[position % items.length];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}
