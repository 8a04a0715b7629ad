import { faults } from "#reference";
import { detect } from "../detect-faults.ts";
import type { Detection } from "../detect-faults.ts";
import { selected } from "../section-options.ts";
import type { Section } from "../section.ts";
import type { Row } from "../row-table.ts";

const minRate = 0.95;

/** Faults that affect fewer than 1 in 200 operations. They are measured without a goal. */
const rarer = /-one-in-1000$/;

/** Detection rate of each rare fault by the histories of a default run. Slow, so it is only measured on request. */
export const detectionSection: Section = {
  title: "Detection of rare faults by the histories of a default run",
  isLong: true,
  measure: async ({ isSmoke, options }) => {
    const rows: Row[] = [];
    const { runs = 20 } = options;
    const rare = selected(
      faults.filter(({ phase }) => phase === "history"),
      options,
    );
    for (const fault of isSmoke ? rare.slice(0, 2) : rare) {
      rows.push(rowOf(await detect(fault, isSmoke ? { runs: 1, operations: 1_000 } : { runs })));
    }
    return rows;
  },
};

function rowOf({ fault, runs, found, workloads, requirements }: Detection): Row {
  const by = Object.entries(workloads).map(([name, count]) => `${name} ${count}`);
  const broken = Object.entries(requirements).map(([id, count]) => `${id} ${count}`);
  return {
    name: fault.name,
    values: [found],
    unit: `of ${runs}`,
    ...(rarer.test(fault.name) ? {} : { atLeast: Math.ceil(minRate * runs) }),
    note: [...by, ...broken].join(", "),
  };
}
