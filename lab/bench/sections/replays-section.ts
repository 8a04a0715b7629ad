import { faults } from "#reference";
import type { Fault } from "#reference";
import { replay } from "../replay-record.ts";
import type { Replayed } from "../replay-record.ts";
import { selected } from "../section-options.ts";
import type { Section, SectionContext } from "../section.ts";
import type { Row } from "../row-table.ts";
import { tally } from "../tally-row.ts";

const rarer = /-one-in-1000$/;

const checksOf = { history: "histories/*", property: "properties/*" } as const;

const phases = ["history", "property"] as const;

type Phase = (typeof phases)[number];

/** Share of findings that the command in the report reproduces. Slow, so it is only measured on request. */
export const replays: Section = {
  title: "Commands that reports name, pasted into a shell",
  isLong: true,
  measure: async (context) => {
    const chosen = selected(phases.flatMap(replayable), context.options);
    const rows: Row[] = [];
    for (const phase of phases) {
      const of = chosen.filter((fault) => fault.phase === phase);
      const tried = context.isSmoke ? of.slice(0, 1) : of;
      if (tried.length > 0) rows.push(...rowsOf(phase, await replayAll(phase, tried, context)));
    }
    return rows;
  },
};

function replayable(phase: Phase): readonly Fault[] {
  return faults.filter((fault) => fault.phase === phase && !rarer.test(fault.name));
}

async function replayAll(
  phase: Phase,
  tried: readonly Fault[],
  { folder, note }: SectionContext,
): Promise<readonly Replayed[]> {
  const replayed: Replayed[] = [];
  for (const fault of tried) {
    const one = await replay(fault, checksOf[phase], folder);
    note(describe(one));
    replayed.push(one);
  }
  return replayed;
}

function rowsOf(phase: Phase, replayed: readonly Replayed[]): readonly Row[] {
  const missing = replayed.filter(({ isFoundAgain }) => !isFoundAgain);
  const again = tally({
    name: `faults that a ${phase} finds, found again by the command`,
    count: replayed.length - missing.length,
    of: replayed.length,
    least: replayed.length,
    note: missing.map(describe).join(", "),
  });
  return phase === "history" ? [again, provenRow(replayed)] : [again];
}

/** A race cannot be reproduced exactly. Checking its recorded history always has the same result. */
function provenRow(replayed: readonly Replayed[]): Row {
  const missing = replayed.filter(({ isProvenAgain }) => isProvenAgain !== true);
  return tally({
    name: "recorded histories of these faults, illegal again by check-history",
    count: replayed.length - missing.length,
    of: replayed.length,
    least: replayed.length,
    note: missing.map(({ fault }) => fault).join(", "),
  });
}

function describe({ fault, requirement, command, isFoundAgain }: Replayed): string {
  if (requirement === undefined) return `${fault} was not found`;
  return isFoundAgain ? `${fault} twice: ${command}` : `${fault} only once: ${command}`;
}
