import { parseArgs } from "node:util";

export interface SectionOptions {
  readonly runs?: number;
  readonly names?: readonly string[];
  /** Selects every `count`-th item, from item `index` on, counted from 1. Defaults to all items. */
  readonly shard?: { readonly index: number; readonly count: number };
}

const wishOptions = {
  runs: { type: "string" },
  names: { type: "string" },
  shard: { type: "string" },
} as const;

type TypedSectionOptions = Readonly<Partial<Record<keyof typeof wishOptions, string | undefined>>>;

/** @throws RangeError for invalid options. */
export function readSectionOptions({ runs, names, shard }: TypedSectionOptions): SectionOptions {
  return {
    ...(runs === undefined ? {} : { runs: wholeOf("--runs", runs) }),
    ...(names === undefined ? {} : { names: names.split(",") }),
    ...(shard === undefined ? {} : { shard: shardOf(shard) }),
  };
}

export function sectionArguments(typed: TypedSectionOptions): readonly string[] {
  return Object.entries(typed).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
}

export function parseSectionArguments(words: readonly string[]): SectionOptions {
  return readSectionOptions(parseArgs({ args: [...words], options: wishOptions }).values);
}

/**
 * Selects the requested items of a list.
 *
 * @throws RangeError for an unknown name.
 */
export function selected<Item extends { readonly name: string }>(
  items: readonly Item[],
  { names, shard }: SectionOptions,
): readonly Item[] {
  const unknown = names?.find((name) => items.every((item) => item.name !== name));
  if (unknown !== undefined) throw new RangeError(`invalid value for --names: ${unknown}`);
  const named = items.filter(({ name }) => names?.includes(name) ?? true);
  if (shard === undefined) return named;
  return named.filter((_, place) => place % shard.count === shard.index - 1);
}

function wholeOf(option: string, text: string): number {
  const number = /^\d{1,6}$/u.test(text) ? Number(text) : 0;
  if (number >= 1) return number;
  throw new RangeError(`invalid value for ${option}: ${text}; give a number from 1`);
}

function shardOf(text: string): { readonly index: number; readonly count: number } {
  const [index = 0, count = 0, ...rest] = text.split("/").map(Number);
  if (rest.length === 0 && Number.isInteger(count) && index >= 1 && index <= count) {
    return { index, count };
  }
  throw new RangeError(
    `invalid value for --shard: ${text}; give the part and the number of parts, as in 2/4`,
  );
}
