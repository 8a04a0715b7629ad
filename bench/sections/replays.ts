import { faults } from "#reference";
import { replay } from "../replays.ts";
import type { Replayed } from "../replays.ts";
import type { Section, SectionContext } from "../section.ts";
import type { Row } from "../table.ts";

/** The faults that show less than once in 200 times: a run need not find them, nor find them again. */
const rarer = /-one-in-1000$/;

/** Whether the command that a report names finds the same again. Long, so only where it is asked for. */
export const replays: Section = {
  title: "Commands that reports name, pasted into a shell",
  isLong: true,
  measure: async (context) => [
    await rowOf("history", "histories/*", context),
    await rowOf("property", "properties/*", context),
  ],
};

/** In a smoke test one fault stands for all. */
async function rowOf(
  phase: "history" | "property",
  only: string,
  { folder, isSmoke }: SectionContext,
): Promise<Row> {
  const all = faults.filter((fault) => fault.phase === phase && !rarer.test(fault.name));
  const replayed: Replayed[] = [];
  for (const fault of isSmoke ? all.slice(0, 1) : all) {
    replayed.push(await replay(fault, only, folder));
  }
  const again = replayed.filter(({ isFoundAgain }) => isFoundAgain).length;
  const missing = replayed.filter(({ isFoundAgain }) => !isFoundAgain).map(describe);
  return {
    name: `faults that a ${phase} finds, found again by the command`,
    values: [again],
    unit: `of ${replayed.length}`,
    atLeast: replayed.length,
    note: missing.join(", "),
  };
}

function describe({ fault, requirement }: Replayed): string {
  return requirement === undefined ? `${fault} was not found` : `${fault} only once`;
}
