import { secondLineFaults } from "#reference";
import type { Fault } from "#reference";
import { selected } from "../section-options.ts";
import { seek } from "../seek-second-line.ts";
import type { Discovery } from "../seek-second-line.ts";
import type { Section, SectionContext } from "../section.ts";
import type { Row } from "../row-table.ts";
import { tally } from "../tally-row.ts";

const usualRuns = 20;

const budgetMs = 60_000;

export const secondLineSection: Section = {
  title: "Detection of second-line faults by a default run",
  isLong: true,
  measure: (context) => measure(context, { leastRate: 0.95 }),
};

/** Like {@link secondLineSection}, but with a larger budget for properties and histories. */
export const secondLineBudgetSection: Section = {
  title: "Detection of second-line faults with --budget 60s",
  isLong: true,
  measure: (context) => measure(context, { leastRate: 1, budgetMs }),
};

interface Goal {
  readonly leastRate: number;
  readonly budgetMs?: number;
}

async function measure(
  { isSmoke, options, note }: SectionContext,
  { leastRate, ...proofBudget }: Goal,
): Promise<readonly Row[]> {
  const chosen = selected(secondLineFaults, options);
  const runs = isSmoke ? 1 : (options.runs ?? usualRuns);
  const rows: Row[] = [];
  let count = 0;
  for (const fault of isSmoke ? chosen.slice(0, 2) : chosen) {
    const discoveries: Discovery[] = [];
    for (let seed = 1; seed <= runs; seed += 1) {
      discoveries.push(await seek(fault, { seed, ...proofBudget }));
    }
    const row = rowOf(fault, discoveries);
    const found = discoveries.filter(isFound).length;
    note(`${row.name}: ${found} of ${runs}; ${row.note ?? ""}`);
    rows.push(row);
    count += found;
  }
  const of = runs * rows.length;
  return [...rows, tally({ name: "all together", count, of, least: Math.ceil(leastRate * of) })];
}

function isFound({ check }: Discovery): boolean {
  return check !== undefined;
}

function rowOf(fault: Fault, discoveries: readonly Discovery[]): Row {
  const found = discoveries.filter(isFound);
  const seconds = discoveries.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
  const outside = found.filter(({ broken }) =>
    broken.every((id) => !fault.breaks.some((declared) => declared === id)),
  );
  return {
    name: fault.name,
    values: [found.length],
    unit: `of ${discoveries.length}`,
    note: [
      counted(found.map(({ check = "" }) => check)),
      ...(outside.length === 0 ? [] : [`only by other requirements: ${outside.length}`]),
      `${(seconds / discoveries.length).toFixed(1)} s each`,
    ].join("; "),
  };
}

function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text} ${count}`).join(", ");
}
