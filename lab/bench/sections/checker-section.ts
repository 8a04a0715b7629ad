import { checkHistory, HistoryReader } from "#checker";
import type { HistoryVerdict } from "#checker";
import { historyOf, hot, lifecycles, spread, textOf } from "../histories.ts";
import type { Mix } from "../histories.ts";
import { memoryOfCheck } from "../memory.ts";
import type { Section } from "../section.ts";
import { median } from "../row-table.ts";
import type { Row } from "../row-table.ts";
import { ratios, timeInTurn } from "../timing.ts";

export const checker: Section = {
  title: "History checker",
  measure: async ({ isSmoke }) => {
    const rounds = isSmoke ? 1 : 5;
    const large = isSmoke ? 20_000 : 1_000_000;
    // Memory comes first, while the heap is small.
    const transient = await memory(large);
    return [
      ...againstReading("spread", spread(large), rounds),
      ...againstReading("lifecycles", lifecycles(large), rounds),
      ...growth(large, rounds),
      transient,
    ];
  },
};

function againstReading(name: string, mix: Mix, rounds: number): readonly Row[] {
  const text = textOf(mix);
  const lines = text.trim().split("\n");
  const history = historyOf(mix);
  const [parsing, reading, checking] = timeInTurn(rounds, [
    () => {
      for (const line of lines) JSON.parse(line);
    },
    () => read(text),
    () => legal(checkHistory(history)),
  ]);
  const size = `${name}, ${mix.operations} operations on ${mix.objects} objects`;
  return [
    { name: `JSON.parse of the lines: ${size}`, values: parsing ?? [], unit: "ms" },
    { name: "  read into columns", values: reading ?? [], unit: "ms" },
    { name: "  reading / JSON.parse", values: ratios(reading, parsing), unit: "×", atMost: 1.2 },
    { name: "  check", values: checking ?? [], unit: "ms" },
    {
      name: "  check / JSON.parse",
      values: ratios(checking, parsing),
      unit: "×",
      atMost: 0.35,
    },
  ];
}

function growth(large: number, rounds: number): readonly Row[] {
  const middle = large / 4;
  const [few, many] = timesOf(rounds, [spread(large / 10), spread(large)]);
  return [
    {
      name: "check: ten times the operations",
      values: ratios(many, few),
      unit: "×",
      atMost: 12,
      note: noteOf(median(many), median(few)),
    },
    crowding(
      "check: 100 clients / 5 clients",
      timesOf(rounds, [spread(middle, 5), spread(middle, 100)]),
    ),
    crowding(
      "check: 100 clients / 5 clients, one object",
      timesOf(rounds, [hot(middle, 5), hot(middle, 100)]),
    ),
  ];
}

function timesOf(
  rounds: number,
  mixes: readonly [Mix, Mix],
): readonly [readonly number[], readonly number[]] {
  const histories = mixes.map(historyOf);
  const [first = [], second = []] = timeInTurn(
    rounds,
    histories.map((history) => () => legal(checkHistory(history))),
  );
  return [first, second];
}

/**
 * Compares the fastest rounds. The garbage of several histories is collected during a single check, often the same one
 * in every round.
 */
function crowding(
  name: string,
  [calm, crowded]: readonly [readonly number[], readonly number[]],
): Row {
  const [left, right] = [Math.min(...crowded), Math.min(...calm)];
  const note = noteOf(left, right);
  return { name, values: [left / right], unit: "×", atMost: 1.3, note };
}

function noteOf(leftMs: number, rightMs: number): string {
  return `${leftMs.toFixed(1)} ms / ${rightMs.toFixed(1)} ms`;
}

async function memory(operations: number): Promise<Row> {
  const bytes = await memoryOfCheck(spread(operations));
  return {
    name: "check: transient memory per operation",
    values: [bytes / operations],
    unit: "bytes",
    atMost: 200,
  };
}

function read(text: string): void {
  const reader = new HistoryReader();
  const pieceCharacters = 2 ** 18;
  for (let at = 0; at < text.length; at += pieceCharacters) {
    reader.push(text.slice(at, at + pieceCharacters));
  }
  reader.end();
}

function legal({ verdict }: HistoryVerdict): void {
  if (verdict !== "legal") throw new Error(`a legal history was found to be ${verdict}`);
}
