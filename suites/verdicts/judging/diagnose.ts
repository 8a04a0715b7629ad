import type { RequirementId } from "#contract";

/** A known way to be wrong, and what it breaks: the requirement that it is about first. */
export interface KnownFault {
  readonly name: string;
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
}

/** What is said of one broken requirement beside its findings. */
export interface Hint {
  /** A known fault with the same effect. Absent where none has it. */
  readonly resembles?: string;
  /** Place in the order from the most direct requirement to mere consequences, from 0. Absent: not known. */
  readonly rank?: number;
}

/** Below this share of agreement two patterns are called different. */
const leastAgreement = 0.5;

/**
 * Compares what a run found broken with what known faults break. Where one of them agrees well enough,
 * its order tells what is broken first and what merely follows; for the rest each requirement is
 * compared alone. What was not `judged` says nothing for or against a fault; everything was by default.
 */
export function hintsFor(
  faults: readonly KnownFault[],
  broken: readonly RequirementId[],
  judged?: ReadonlySet<RequirementId>,
): ReadonlyMap<RequirementId, Hint> {
  const likely = mostLike(faults, broken, judged);
  const alone = resemblances(faults);
  const hints = new Map<RequirementId, Hint>();
  for (const requirement of broken) {
    const rank = likely?.breaks.indexOf(requirement) ?? -1;
    const single = alone.get(requirement);
    if (likely !== undefined && rank >= 0) {
      hints.set(requirement, { rank, resembles: describe(likely) });
    } else if (single !== undefined) hints.set(requirement, { resembles: describe(single) });
  }
  return hints;
}

/**
 * The fault whose broken requirements agree best with those given. Of equals the one that is about one of
 * them goes before one that breaks them by the way, and then the first.
 */
function mostLike(
  faults: readonly KnownFault[],
  broken: readonly RequirementId[],
  judged: ReadonlySet<RequirementId> | undefined,
): KnownFault | undefined {
  let best: KnownFault | undefined;
  let most = leastAgreement;
  for (const fault of faults) {
    const seen = fault.breaks.filter((requirement) => judged?.has(requirement) ?? true);
    const agreement = agreementOf(new Set(seen), new Set(broken));
    if (agreement < most) continue;
    const isMoreDirect = isAbout(fault, broken) && (best === undefined || !isAbout(best, broken));
    if (agreement === most && best !== undefined && !isMoreDirect) continue;
    best = fault;
    most = agreement;
  }
  return best;
}

function isAbout({ breaks: [first] }: KnownFault, broken: readonly RequirementId[]): boolean {
  return first !== undefined && broken.includes(first);
}

/** What two sets have in common, as a share of what they have together. */
function agreementOf(left: ReadonlySet<RequirementId>, right: ReadonlySet<RequirementId>): number {
  const common = [...left].filter((requirement) => right.has(requirement)).length;
  return common / (left.size + right.size - common);
}

/** For each requirement a fault: one that is about it before those that break it by the way. */
function resemblances(faults: readonly KnownFault[]): ReadonlyMap<RequirementId, KnownFault> {
  const found = new Map<RequirementId, KnownFault>();
  for (const fault of faults.toReversed()) {
    for (const requirement of fault.breaks) found.set(requirement, fault);
  }
  for (const fault of faults.toReversed()) {
    const [first] = fault.breaks;
    if (first !== undefined) found.set(first, fault);
  }
  return found;
}

function describe({ name, summary }: KnownFault): string {
  return `${summary} (fault ${name})`;
}
