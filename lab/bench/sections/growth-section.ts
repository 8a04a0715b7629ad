import { checkHistory } from "#checker";
import { checks } from "#checks";
import { planRun } from "#verdicts";
import type { TargetDescription } from "#targets";
import { startReference } from "#reference";
import { counted, limits } from "#contract";
import { connect } from "../../../bin/reach/connect-endpoint.ts";
import { defaults } from "../../../bin/options/option-defaults.ts";
import { historyOf, spread } from "../histories.ts";
import { runCli } from "../process.ts";
import type { Section, SectionContext } from "../section.ts";
import { overObjects } from "./growth-objects.ts";
import type { Row } from "../row-table.ts";
import { processorMs, timeInTurn } from "../timing.ts";

export const growth: Section = {
  title: "Growth",
  measure: async (context) => [
    ...(await overLatency(context)),
    ...(await overCases(context)),
    ...(await overObjects(context.isSmoke)),
    ...overOperations(context),
    ...(await overKinds(context)),
  ],
};

async function overLatency(context: SectionContext): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const replyDelayMs of context.isSmoke ? [1] : [5, 20, 50, 100, 200]) {
    const part = context.isSmoke ? ["--only", "errors/*"] : [];
    rows.push({
      name: `full run with ${replyDelayMs} ms per response`,
      values: [(await runWith(part, replyDelayMs, context)) / 1000],
      unit: "s",
      growth: { of: "milliseconds per response", at: replyDelayMs },
    });
  }
  return rows;
}

/** Areas with similar checks, added one after the other. */
const areas = ["errors", "write", "concurrency", "authorization", "watch"] as const;

async function overCases(context: SectionContext): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const { description } = await describedReference();
  for (let count = 1; count <= (context.isSmoke ? 1 : areas.length); count += 1) {
    const only = areas.slice(0, count).map((area) => `${area}/*`);
    const cases = planOf(description, only);
    const wallMs = await runWith(
      only.flatMap((pattern) => ["--only", pattern]),
      0,
      context,
    );
    rows.push({
      name: `run of ${cases} cases`,
      values: [wallMs / 1000],
      unit: "s",
      growth: { of: "cases", at: cases },
    });
  }
  return rows;
}

async function runWith(
  args: readonly string[],
  replyDelayMs: number,
  { folder }: SectionContext,
): Promise<number> {
  await using server = await startReference({ replyDelayMs });
  const usual = ["--endpoint", server.url, "--output", folder, "--seed", "1", "--quiet"];
  const { exitCode, output, wallMs } = await runCli(...usual, "--timeout", "60", ...args);
  if (exitCode !== 0) throw new Error(`a run failed with ${exitCode}:\n${output}`);
  return wallMs;
}

function overOperations({ isSmoke }: SectionContext): readonly Row[] {
  const sizes = isSmoke ? [1_000] : [10_000, 100_000, 1_000_000];
  return sizes.map((operations): Row => {
    const history = historyOf(spread(operations));
    const [took] = timeInTurn(isSmoke ? 1 : 3, [() => checkHistory(history)]);
    return {
      name: `check of ${operations} operations`,
      values: took ?? [],
      unit: "ms",
      growth: { of: "operations", at: operations },
    };
  });
}

async function overKinds({ isSmoke }: SectionContext): Promise<readonly Row[]> {
  const { description } = await describedReference();
  const [first] = description.kinds;
  if (first === undefined) throw new Error("the reference serves no kind");
  return (isSmoke ? [1] : [1, 10, 100]).map((count): Row => {
    const kinds = Array.from({ length: count }, (_, at) => ({
      ...first,
      name: `${first.name}${at}`,
    }));
    const values: number[] = [];
    let cases = 0;
    for (let round = -1; round < 5; round += 1) {
      const beganMs = processorMs();
      cases = planOf({ ...description, kinds });
      if (round >= 0) values.push(processorMs() - beganMs);
    }
    return {
      name: `plan of ${counted(count, "kind")}`,
      values,
      unit: "ms",
      note: `${cases} cases`,
      growth: { of: "kinds", at: count },
    };
  });
}

async function describedReference(): Promise<{ readonly description: TargetDescription }> {
  await using server = await startReference();
  const { signal } = new AbortController();
  await using target = await connect({ endpoint: server.url, limits, signal });
  return { description: target.description };
}

function planOf(target: TargetDescription, only: readonly string[] = []): number {
  const { profile } = defaults;
  return planRun({ target, checks, profile, selection: { only, skip: [] } }).cases.length;
}
