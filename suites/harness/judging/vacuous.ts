import type { RequirementId } from "#contract";
import { claim } from "./finding.ts";
import type { Finding } from "./finding.ts";

/**
 * Returns the findings of a case whose kind lacks the tested field: no instance for each requirement. The verdict
 * depends on other kinds. If no other kind is conclusive, the verdict is inconclusive, with the note as its reason.
 */
export function vacuous(requirements: readonly RequirementId[], note?: string): readonly Finding[] {
  const why = note === undefined ? {} : { note };
  const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0, ...why };
  return requirements.map((requirement) => claim(requirement, nothing));
}
