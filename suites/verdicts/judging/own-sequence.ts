import type { RequirementId } from "#contract";
import type { FaultSign, SeenSign } from "./signs.ts";

/** The violations that a fault can lead to. */
interface Consequences {
  readonly breaks: readonly RequirementId[];
  readonly mayBreak?: readonly RequirementId[];
  readonly signs?: readonly FaultSign[];
}

export interface KnownSigns {
  readonly faults: readonly Consequences[];
  readonly shown: readonly SeenSign[];
}

interface Grouped {
  readonly lead: RequirementId;
  readonly follows: readonly RequirementId[];
}

/**
 * Whether a violation has evidence of its own, although a cause appears in the same cases: only random sequences show
 * it, each of them contains none of the cause's violations before it, and no known fault leads to both.
 */
export function hasOwnSequences(
  id: RequirementId,
  { lead, follows }: Grouped,
  { faults, shown }: KnownSigns,
): boolean {
  const own = shown.filter(({ requirement }) => requirement === id);
  if (own.length === 0 || own.some(({ sequences }) => sequences === undefined)) return false;
  const theirs = new Set(
    shown
      .filter(({ requirement }) => requirement === lead || follows.includes(requirement))
      .flatMap(({ sequences = [] }) => sequences),
  );
  const isShared = own.some(({ sequences = [] }) => sequences.some((one) => theirs.has(one)));
  return !isShared && !faults.some((fault) => canViolate(fault, id) && canViolate(fault, lead));
}

function canViolate(
  { breaks, mayBreak = [], signs = [] }: Consequences,
  id: RequirementId,
): boolean {
  return (
    breaks.includes(id) ||
    mayBreak.includes(id) ||
    signs.some(({ requirement }) => requirement === id)
  );
}
