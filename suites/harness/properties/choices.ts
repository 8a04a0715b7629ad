/** Small numbers that parametrize an input. Zero is always the simplest. */
export type Choices = Readonly<Record<string, number>>;

/** Simpler rounds: with some omitted, from half of them down to one, then with one choice set to its simplest. */
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

/** A list with parts omitted, from half of it down to one item, and never empty. */
export function* withoutSome<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  let size = Math.ceil(items.length / 2);
  while (size >= 1) {
    for (let start = 0; start + size <= items.length; start += size) {
      if (items.length > size) yield items.toSpliced(start, size);
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
}

/** An item of a nonempty list, modulo its length. */
export function itemAt<Item>(items: readonly Item[], position: number): Item {
  const item = items[position % items.length];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}
