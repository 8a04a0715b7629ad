import { describe, expect, it } from "vitest";
import { scaleLimits } from "#contract";
import { usualBudget } from "#harness";
import type { ProofBudget } from "#harness";
import type { CaseLine, RecordLine } from "#verdicts";
import { checkReference } from "./compose.ts";

const workloads = [
  "hot-objects",
  "objects-come-and-go",
  "watchers-leave-and-return",
  "mixed-operations",
  "clients-give-up",
];

interface Ran {
  readonly only: CaseLine;
  readonly exchanges: number;
}

async function runOn(workload: string, proofBudget: Partial<ProofBudget>): Promise<Ran> {
  const cases: CaseLine[] = [];
  const lines: RecordLine[] = [];
  await checkReference({
    selection: { only: [`histories/${workload}`], skip: [] },
    proofBudget: { ...usualBudget, operations: 1_000, ...proofBudget },
    // A busy machine must not shorten a workload.
    limits: scaleLimits(20),
    emit: (line) => {
      lines.push(line);
      if (line.line === "case") cases.push(line);
    },
  });
  const [only, ...others] = cases;
  if (only === undefined || others.length > 0) throw new Error(`${cases.length} cases`);
  expect(lines.at(-1)).toMatchObject({ line: "footer", leftBehind: 0 });
  return { only, exchanges: lines.filter(({ line }) => line === "exchange").length };
}

/** Rejected deletions with the uid of a predecessor count only in histories that are kept, and legal ones are not. */
const uncounted: ReadonlySet<string> = new Set(["concurrency.stale-deletion-conflicts"]);

describe("a workload on the reference", () => {
  it.each(workloads)("%s finds nothing wrong, and leaves nothing open", async (workload) => {
    const { only, exchanges } = await runOn(workload, {});
    const { findings, problem, observations } = only;

    // A workload's requests are part of its history. Only the exchanges of setup and cleanup are in the record.
    expect(exchanges).toBeLessThan(80);
    expect(problem).toBeUndefined();
    expect(findings.filter(({ result }) => result !== "held")).toEqual([]);
    expect(observations).toMatchObject({ rounds: 1, unreached: [] });
    const counted = findings.filter(({ requirement }) => !uncounted.has(requirement));
    expect(counted.every((finding) => finding.result === "held" && finding.instances > 30)).toBe(
      true,
    );
  });

  it("sends its share of the operations, and all of them together no more than there are", async () => {
    const operations = 2_000;
    const sent = await Promise.all(
      workloads.map(async (workload) => {
        const { only } = await runOn(workload, { operations });
        return Number(Reflect.get(Object(only.observations), "operations"));
      }),
    );
    const sum = sent.reduce((before, more) => before + more, 0);
    expect(sum).toBeGreaterThanOrEqual(operations);
    // The limit allows for additional operations that create objects before the workload and read them again
    // afterwards.
    expect(sum).toBeLessThan(operations * 1.3);
  });

  it("continues for the duration of a soak, and drops legal rounds", async () => {
    const { only } = await runOn("hot-objects", {
      operations: 50,
      stressMs: 10_000,
    });
    const { findings, observations } = only;

    expect(findings.filter(({ result }) => result !== "held")).toEqual([]);
    expect(observations).toMatchObject({ histories: [], unreached: [] });
    expect(observations).toHaveProperty(
      "rounds",
      expect.toSatisfy((rounds: number) => rounds > 1),
    );
  });
});
