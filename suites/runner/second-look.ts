import type { PlannedCase } from "./cases-of.ts";
import type { EndedCase } from "./drive.ts";
import type { Plan } from "./plan.ts";

/** Of the cases that break one requirement, so many are looked at again: enough to tell a race from a rule. */
const casesPerRequirement = 3;

/**
 * The cases to look at again: those that broke what is asked of the target, and may come out otherwise the next time. A
 * property walks its shortest sequence again anyway, and nobody kills a server more often than it must.
 */
export function casesToRepeat(ended: readonly EndedCase[], plan: Plan): readonly PlannedCase[] {
  const byName = new Map(plan.cases.map((one) => [one.name, one]));
  const open = plan.requirements.filter(({ settled }) => settled === undefined);
  const asked = new Set(open.map(({ requirement }) => requirement));
  const looked = new Map<string, number>();
  const chosen = new Set<PlannedCase>();
  for (const { findings } of ended) {
    for (const { result, requirement, case: name } of findings) {
      const one = byName.get(name);
      if (result !== "violated" || !asked.has(requirement)) continue;
      if (one === undefined || !isRepeatable(one)) continue;
      const count = looked.get(requirement) ?? 0;
      if (count >= casesPerRequirement && !chosen.has(one)) continue;
      if (!chosen.has(one)) looked.set(requirement, count + 1);
      chosen.add(one);
    }
  }
  return [...chosen];
}

function isRepeatable({ check }: PlannedCase): boolean {
  const { phase = "scenario" } = check;
  return phase === "scenario" || phase === "history";
}
