import type { AnomalyType } from "../history/anomaly.ts";
import { checkHistory, type HistoryVerdict } from "../verdict/check-history.ts";
import type { HistoryLine, VersionOrder } from "../history/history.ts";
import { HistoryBuilder } from "../reading/history-builder.ts";
import { HistoryError } from "../reading/history-error.ts";
import { readFileLines, unverifiedIn } from "./verify-anomaly.ts";
import { sampleOf } from "./classes.ts";
import { fileOf } from "./history-file.ts";
import { spoiltWatch } from "./random-watch.ts";
import { linesOf } from "./small-history.ts";

export interface Verification {
  readonly runs: number;
  readonly illegal: number;
  readonly anomalies: ReadonlyMap<AnomalyType, number>;
  /** Anomalies that their lines do not prove, with their histories. */
  readonly unconfirmed: readonly string[];
}

export interface RandomHistories {
  readonly firstSeed: number;
  readonly illegal: number;
  readonly hasWatches?: boolean;
}

export function verifyRandom(
  versions: VersionOrder,
  { firstSeed, illegal: wanted, hasWatches = false }: RandomHistories,
): Verification {
  const anomalies = new Map<AnomalyType, number>();
  const unconfirmed: string[] = [];
  let illegal = 0;
  let seed = firstSeed;
  for (; illegal < wanted; seed += 1) {
    const lines = hasWatches
      ? spoiltWatch(seed, versions)
      : linesOf(sampleOf(seed, versions).history);
    const verdict = judgeIfHistory(versions, lines);
    if (verdict?.verdict !== "illegal") continue;
    illegal += 1;
    const file = readFileLines(fileOf(versions, lines));
    for (const anomaly of verdict.anomalies) {
      anomalies.set(anomaly.type, (anomalies.get(anomaly.type) ?? 0) + 1);
      const problem = unverifiedIn(file, anomaly);
      if (problem !== undefined) {
        unconfirmed.push(
          `seed ${seed}: ${problem}\n${anomaly.type}: ${anomaly.message}\n${textOf(lines)}`,
        );
      }
    }
  }
  return { runs: seed - firstSeed, illegal, anomalies, unconfirmed };
}

/** Returns the verdict, or undefined if the corrupted lines are not a valid history. */
function judgeIfHistory(
  versions: VersionOrder,
  lines: readonly HistoryLine[],
): HistoryVerdict | undefined {
  const builder = new HistoryBuilder(versions);
  lines.forEach((line, i) => builder.add(line, i + 2));
  try {
    return checkHistory(builder.finish());
  } catch (error) {
    if (error instanceof HistoryError) return undefined;
    throw error;
  }
}

function textOf(lines: readonly HistoryLine[]): string {
  return lines.map((line, i) => `${i + 2}: ${JSON.stringify(line)}`).join("\n");
}
