/** Small numbers that determine an input. Zero is always the simplest choice. */
export type Choices = Readonly<Record<string, number>>;

/**
 * Yields simpler variants: first with rounds omitted, from half of them down to one, then with one choice set to zero.
 */
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

/** Yields variants of a list with items omitted, from half of them down to one. No variant is empty. */
export function* withoutSome<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  let size = Math.ceil(items.length / 2);
  while (size >= 1) {
    for (let start = 0; start + size <= items.length; start += size) {
      if (items.length > size) yield items.toSpliced(start, size);
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
}

export function itemAt<Item>(items: readonly Item[], position: number): Item {
  const item = items[position % items.length];
  if (item === undefined) throw new Error("The list of choices is empty.");
  return item;
}
