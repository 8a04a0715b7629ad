import { Rendezvous } from "#harness";
import type { Companions } from "#harness";
import type { PlannedCase } from "../plan/cases-of.ts";

/**
 * Groups consecutive cases of one check on different kinds if the cases wait for each other (`meetsCompanions`). Every
 * other case forms its own group.
 */
export function groupCompanions(
  cases: readonly PlannedCase[],
  concurrency: number,
): readonly (readonly PlannedCase[])[] {
  const groups: PlannedCase[][] = [];
  for (const planned of cases) {
    const last = groups.at(-1);
    const { check } = planned;
    const isCompanion = check.meetsCompanions === true && last?.[0]?.check.id === check.id;
    if (last !== undefined && isCompanion && last.length < concurrency) last.push(planned);
    else groups.push([planned]);
  }
  return groups;
}

export async function driveGroup(
  group: readonly PlannedCase[],
  drive: (planned: PlannedCase, companions?: Companions) => Promise<void>,
): Promise<void> {
  if (group.length < 2) {
    for (const planned of group) await drive(planned);
    return;
  }
  const rendezvous = new Rendezvous(group.map(({ kind }) => kind.name));
  const companions: Companions = {
    meet: ({ kind, signal }, place) => rendezvous.meet(kind.name, place, signal),
  };
  await Promise.all(
    group.map(async (planned) => {
      try {
        await drive(planned, companions);
      } finally {
        rendezvous.leave(planned.kind.name);
      }
    }),
  );
}
