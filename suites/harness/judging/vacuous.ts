import type { RequirementId } from "#contract";
import { claim } from "./finding.ts";
import type { Finding } from "./finding.ts";

/**
 * The findings of a case in which there was nothing to exercise, because its kind has no such member:
 * everything holds in no instance. Other kinds decide; where none does, the verdict is
 * inconclusive, with the note as its reason.
 */
export function vacuous(requirements: readonly RequirementId[], note?: string): readonly Finding[] {
  const why = note === undefined ? {} : { note };
  const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0, ...why };
  return requirements.map((requirement) => claim(requirement, nothing));
}
