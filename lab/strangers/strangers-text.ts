import type { Acquaintance, RunAfter } from "./meet-stranger.ts";

export interface Tally {
  readonly median: number;
  /** The 5th percentile of the shares of correct entries. */
  readonly worstTwentieth: number;
  readonly unmarkedPerThousand: number;
  readonly withoutFile: number;
  readonly runs: number;
  readonly verdicts: number;
  readonly falseFailures: number;
  readonly falseWarnings: number;
  /** Number of APIs with a planted fault, and number of those in which it was found. */
  readonly planted: number;
  readonly found: number;
  readonly undecided: number;
}

export function tallyOf(met: readonly Acquaintance[]): Tally {
  const shares = met.map(shareOf).toSorted((left, right) => left - right);
  const statements = met.reduce((sum, one) => sum + one.statements, 0);
  const unmarked = met.reduce((sum, one) => sum + one.unmarked.length, 0);
  const runs = met.flatMap(({ run }) => run ?? []);
  return {
    median: shares[Math.floor(shares.length / 2)] ?? 0,
    worstTwentieth: shares[Math.floor(shares.length / 20)] ?? 0,
    unmarkedPerThousand: (1000 * unmarked) / Math.max(statements, 1),
    withoutFile: met.filter(({ written }) => written === undefined).length,
    runs: runs.length,
    verdicts: runs.filter(({ code }) => code === 0 || code === 1).length,
    falseFailures: runs.reduce((sum, { falseFailures }) => sum + falseFailures.length, 0),
    falseWarnings: runs.reduce((sum, { falseWarnings }) => sum + falseWarnings.length, 0),
    planted: met.filter(({ fault }) => fault !== undefined).length,
    found: runs.filter(({ isFaultFound }) => isFaultFound).length,
    undecided:
      runs.reduce((sum, { undecided }) => sum + undecided.length, 0) /
      Math.max(
        runs.reduce((sum, { applicable }) => sum + applicable, 0),
        1,
      ),
  };
}

export function shareOf({ right, statements }: Acquaintance): number {
  return right / Math.max(statements, 1);
}

export function tallyText(tally: Tally, count: number): string {
  return [
    `${count} strangers`,
    `  statements right without an edit, median            ${percent(tally.median)}`,
    `  statements right without an edit, worst twentieth   ${percent(tally.worstTwentieth)}`,
    `  wrong and not marked, in 1,000 statements           ${tally.unmarkedPerThousand.toFixed(1)}`,
    `  init without a file                                 ${tally.withoutFile}`,
    ...(tally.runs === 0
      ? []
      : [
          `  runs with a verdict                                 ${tally.verdicts} of ${tally.runs}`,
          `  false MUST failures                                 ${tally.falseFailures}`,
          `  false SHOULD warnings                               ${tally.falseWarnings}`,
          ...(tally.planted === 0
            ? []
            : [
                `  planted faults found                                ${tally.found} of ${tally.planted}`,
              ]),
          `  applicable MUSTs without a verdict                  ${(100 * tally.undecided).toFixed(1)} %`,
        ]),
  ].join("\n");
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function runText(run: RunAfter): string {
  const { code, falseFailures, falseWarnings, undecided, applicable } = run;
  const warned = falseWarnings.length === 0 ? "" : `, warned of ${falseWarnings.join(" ")}`;
  const open = `, ${undecided.length} of ${applicable} undecided`;
  const refused = code === 2 ? `: ${run.stderr}` : "";
  return `run ${code}: ${falseFailures.join(" ") || "no false failure"}${warned}${open}${refused}`;
}

export function lineOf(one: Acquaintance): string {
  const { stranger, unmarked, run, initCode, fault } = one;
  const forms = [...Object.values(stranger.forms), ...Object.values(stranger.habits)].join(" ");
  const ran = run === undefined ? "" : `, ${runText(run)}`;
  const planted = fault === undefined ? "" : `, ${fault} ${run?.isFaultFound ? "found" : "missed"}`;
  return `seed ${stranger.seed}${planted}: ${(100 * shareOf(one)).toFixed(0)} % of ${one.statements}, ${unmarked.length} unmarked, init ${initCode}${ran} (${forms})`;
}
