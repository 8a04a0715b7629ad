import { describe, expect, it } from "vitest";
import { usualEffort } from "#harness";
import type { Effort } from "#harness";
import type { CaseLine, RecordLine } from "#runner";
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
  /** Exchanges that the record has. */
  readonly exchanges: number;
}

/** The only case of one workload against the reference without a fault. */
async function runOn(workload: string, effort: Partial<Effort>): Promise<Ran> {
  const cases: CaseLine[] = [];
  const lines: RecordLine[] = [];
  await checkReference({
    selection: { only: [`histories/${workload}`], skip: [] },
    effort: { ...usualEffort, operations: 1_000, ...effort },
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

describe("a workload on the reference", { timeout: 120_000 }, () => {
  it.each(workloads)("%s finds nothing wrong, and leaves nothing open", async (workload) => {
    const { only, exchanges } = await runOn(workload, {});
    const { findings, problem, observations } = only;

    // What a workload sends is in its history; the record has what set it up, and the removal in the end.
    expect(exchanges).toBeLessThan(80);
    expect(problem).toBeUndefined();
    expect(findings.filter(({ result }) => result !== "held")).toEqual([]);
    expect(observations).toMatchObject({ rounds: 1, unreached: [] });
    expect(findings.every((finding) => finding.result === "held" && finding.instances > 30)).toBe(
      true,
    );
  });

  it("goes on for as long as a soak, and forgets the rounds that were legal", async () => {
    const { only } = await runOn("hot-objects", {
      operations: 50,
      stressMs: 1_500,
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
