import type { RequirementId } from "#contract";

/** A known way to be wrong, and what it breaks: the requirement that it is about first. */
export interface KnownFault {
  readonly name: string;
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
}

/** A requirement that a run found broken, and where. */
export interface BrokenRequirement {
  readonly requirement: RequirementId;
  /** The kinds of objects in whose cases it broke. Empty: nothing says in which. */
  readonly kinds: ReadonlySet<string>;
}

/** Broken requirements that one mistake explains together. */
export interface Cause {
  /** The requirement that the mistake is about. */
  readonly lead: RequirementId;
  /** What follows from it, the most direct first. Empty: nothing is known to. */
  readonly follows: readonly RequirementId[];
  /** The only known mistake that breaks exactly these. Absent: there is none, or there are several. */
  readonly fault?: KnownFault;
}

/** A mistake explains nothing if less than this share of what it would break is broken. */
const leastShown = 0.5;

/**
 * Explains what is broken by as few mistakes as it takes: one known mistake after the other, each of which breaks
 * more of what is not explained yet than any other, and little that was found to hold. What no mistake explains
 * together with something else is a cause of its own. What was not `judged` says nothing for or against a
 * mistake; everything was by default.
 */
export function causesOf(
  faults: readonly KnownFault[],
  broken: readonly BrokenRequirement[],
  judged?: ReadonlySet<RequirementId>,
): readonly Cause[] {
  const suspects = faults.map((fault) => new Suspect(fault, broken, judged));
  const open = new Map(broken.map((one) => [one.requirement, one]));
  const causes: Cause[] = [];
  for (;;) {
    const best = bestOf(suspects, open);
    if (best === undefined) break;
    causes.push(causeBy(best, suspects));
    for (const id of best.explained) open.delete(id);
  }
  return [...causes, ...[...open.keys()].map((lead) => alone(lead, suspects))];
}

/** A known mistake, beside what a run found. */
class Suspect {
  readonly fault: KnownFault;
  /** What it breaks of what was judged. */
  readonly predicted: readonly RequirementId[];
  /** What of that is broken. */
  readonly shown: readonly RequirementId[];

  constructor(
    fault: KnownFault,
    broken: readonly BrokenRequirement[],
    judged: ReadonlySet<RequirementId> | undefined,
  ) {
    this.fault = fault;
    this.predicted = fault.breaks.filter((id) => judged?.has(id) ?? true);
    this.shown = this.predicted.filter((id) =>
      broken.some(({ requirement }) => requirement === id),
    );
  }

  get missed(): number {
    return this.predicted.length - this.shown.length;
  }

  /** Whether it breaks exactly the same of what was judged. */
  isLike(other: Suspect): boolean {
    const own = new Set(this.predicted);
    return own.size === other.predicted.length && other.predicted.every((id) => own.has(id));
  }
}

/** A mistake, and what it would explain of what is not explained yet: the lead, then what follows. */
interface Explanation {
  readonly suspect: Suspect;
  readonly explained: readonly [RequirementId, ...RequirementId[]];
}

function bestOf(
  suspects: readonly Suspect[],
  open: ReadonlyMap<RequirementId, BrokenRequirement>,
): Explanation | undefined {
  let best: Explanation | undefined;
  for (const suspect of suspects) {
    const explained = explainedBy(suspect, open);
    if (explained === undefined) continue;
    const other = { suspect, explained };
    if (best === undefined || isBetter(other, best)) best = other;
  }
  return best;
}

/** What a mistake explains together: at least two requirements that broke on the same kinds of objects. */
function explainedBy(
  { shown, predicted }: Suspect,
  open: ReadonlyMap<RequirementId, BrokenRequirement>,
): Explanation["explained"] | undefined {
  if (shown.length < leastShown * predicted.length) return undefined;
  const [lead, ...others] = shown.flatMap((id) => open.get(id) ?? []);
  if (lead === undefined) return undefined;
  const follows = others.filter((other) => isOnSameKinds(lead, other));
  if (follows.length === 0) return undefined;
  return [lead.requirement, ...follows.map(({ requirement }) => requirement)];
}

function isOnSameKinds(left: BrokenRequirement, right: BrokenRequirement): boolean {
  if (left.kinds.size === 0 || right.kinds.size === 0) return true;
  return [...right.kinds].some((kind) => left.kinds.has(kind));
}

/** Better is what explains more for what it would break in vain, and then what is about one of the requirements. */
function isBetter(one: Explanation, other: Explanation): boolean {
  const [left, right] = [worthOf(one), worthOf(other)];
  if (left !== right) return left > right;
  return isAbout(one) && !isAbout(other);
}

function worthOf({ suspect, explained }: Explanation): number {
  return explained.length - suspect.missed;
}

function isAbout({ suspect, explained }: Explanation): boolean {
  return suspect.fault.breaks[0] === explained[0];
}

function causeBy({ suspect, explained }: Explanation, suspects: readonly Suspect[]): Cause {
  const [lead, ...follows] = explained;
  const isWhole = suspect.missed === 0 && explained.length === suspect.shown.length;
  const isKnown = isWhole && isOnly(suspect, suspects);
  return { lead, follows, ...(isKnown ? { fault: suspect.fault } : {}) };
}

/** A requirement that broke alone is put down to a mistake only if that one is known to break nothing else. */
function alone(lead: RequirementId, suspects: readonly Suspect[]): Cause {
  const known = suspects.filter(
    ({ fault }) => fault.breaks.length === 1 && fault.breaks[0] === lead,
  );
  const [only, ...others] = known;
  const isKnown = only !== undefined && others.length === 0;
  return { lead, follows: [], ...(isKnown ? { fault: only.fault } : {}) };
}

function isOnly(suspect: Suspect, suspects: readonly Suspect[]): boolean {
  return suspects.every((other) => other === suspect || !suspect.isLike(other));
}
