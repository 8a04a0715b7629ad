import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { limits, scaleLimits } from "#contract";
import { RecordJudge } from "#verdicts";
import type { RecordLine, VerdictLine } from "#verdicts";
import { observationFold } from "#wings/controllers";
import { narrowing } from "../self-test/fault-trial.ts";
import { checkReference } from "./compose.ts";

describe.concurrent("a part of the suite, as --only selects it", () => {
  const areas = [...new Set(checks.map(({ id }) => id.split("/")[0]))];

  it.each([...areas.map((area) => `${area}/*`), ...checks.map(({ id }) => id)])(
    "leaves nothing inconclusive on the reference server: %s",
    async (pattern) => {
      const lines: RecordLine[] = [];
      const { verdicts } = await checkReference({
        selection: { only: [pattern], skip: [] },
        keepObjects: true,
        proofBudget: { runs: 24, operations: 300 },
        narrowing,
        // A busy machine must not lose responses or shorten the search of a property.
        limits: { ...scaleLimits(10), fenceRetryMs: limits.fenceRetryMs },
        emit: (line) => lines.push(line),
      });

      expect(verdicts.filter(isOpen).map(described)).toEqual([]);
      expect(judgedAgain(lines)).toEqual(verdicts.map(described));
    },
  );
});

function isOpen({ verdict }: VerdictLine): boolean {
  return !["pass", "excluded", "not-applicable"].includes(verdict);
}

function described({ requirement, verdict, reason }: VerdictLine): string {
  return [requirement, verdict, reason].join(" ");
}

function judgedAgain(lines: readonly RecordLine[]): readonly string[] {
  const judge = new RecordJudge({ checks, knownFaults: [], observation: observationFold });
  for (const line of lines) judge.add(line);
  return judge.verdicts().map(described);
}
