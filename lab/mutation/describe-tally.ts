import { confidenceOf } from "./sample.ts";
import { scoreOf } from "./mutation-score.ts";
import type { Tally } from "./mutation-score.ts";

export interface TallyRow {
  readonly name: string;
  readonly tally: Tally;
  readonly minutes: number;
}

export function describeTally({ name, tally }: TallyRow): string {
  const survivors = tally.survivors.map(
    ({ file, line, was, becomes, status }) =>
      `  ${status} ${file}:${line}\n    was     ${was}\n    becomes ${becomes}\n`,
  );
  const stale = tally.stale.map(
    ({ file, was, becomes }) =>
      `  explained, but killed or no longer generated: ${file}\n    was     ${was}\n    becomes ${becomes}\n`,
  );
  return `\n${name}: ${scoreOf(tally).toFixed(1)} %\n${survivors.join("")}${stale.join("")}`;
}

export function describeTotal(rows: readonly TallyRow[]): string {
  const head = [
    "| section | mutants | killed | by timeout | explained | survived | score | time |",
    "| ------- | ------: | -----: | ---------: | --------: | -------: | ----: | ---: |",
  ];
  return `\n${[...head, ...rows.map(describeRow)].join("\n")}\n${rows.map(describeSample).join("")}`;
}

function describeRow({ name, tally, minutes }: TallyRow): string {
  const { mutants, killed, timedOut, explained, survivors } = tally;
  const score = `${scoreOf(tally).toFixed(1)} %`;
  const cells = [name, mutants, killed, timedOut, explained, survivors.length, score];
  return `| ${[...cells, `${minutes.toFixed(1)} min`].join(" | ")} |`;
}

function describeSample({ name, tally }: TallyRow): string {
  const { mutants, killed, explained, leftOut, notCompiling, failed } = tally;
  const broken = failed === 0 ? "" : `${name}: the tests could not run with ${failed} mutants\n`;
  const others = `${broken}${name}: ${notCompiling} more mutants do not compile`;
  if (leftOut === 0) return `${others}\n`;
  const [low, high] = confidenceOf(killed, mutants - explained).map((bound) => bound.toFixed(1));
  return `${others}; a sample: ${leftOut} were not run, so the score of all mutants is between ${low} and ${high} % (95 % confidence)\n`;
}
