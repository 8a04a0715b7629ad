import type { Feature, RequirementId } from "#contract";
import type { CaseFinding } from "../record/case-finding.ts";
import { signsIn } from "./signs.ts";
import { strangenessAmong } from "./strangeness.ts";
import type { Strangeness } from "./strangeness.ts";
import type { FaultSign, SeenSign } from "./signs.ts";

/** A known way to be wrong, and what it breaks: the requirement that it is about first. */
export interface KnownFault {
  readonly name: string;
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
  /** What it breaks on some targets: expected where it shows, and not missed where it does not. */
  readonly mayBreak?: readonly RequirementId[];
  /** The measured signs of the fault. Absent if not measured. */
  readonly signs?: readonly FaultSign[];
  /** The features that it was seen through: all of one set have to be there. Absent: it needs none. */
  readonly needs?: readonly (readonly Feature[])[];
  /** It shows only where a target has several kinds. */
  readonly isAmongKinds?: true;
  /** It shows in a small share of the requests. */
  readonly isRare?: true;
}

/** Broken requirements that one mistake explains together. */
export interface Cause {
  /** The requirement that the mistake is about. */
  readonly lead: RequirementId;
  /** What follows from it, the most direct first. Empty: nothing is known to. */
  readonly follows: readonly RequirementId[];
  /** The known mistake that this is in all likelihood, or a few that nothing tells apart. Empty: there is none, or more. */
  readonly faults: readonly KnownFault[];
}

/**
 * Probabilities. A mistake shows where it was measured to; it may show by another check of a requirement that it
 * breaks; and what nothing explains happens as well, more easily in the cases in which something else shows.
 */
const chances = {
  measured: 0.85,
  declared: 0.5,
  near: 0.04,
  /** By a requirement of the area that it is about. */
  area: 0.015,
  beside: 0.008,
  stray: 0.0005,
} as const;

/** What an assumption costs more than an explanation saves: in the same units, logarithms of probabilities. */
const costs = {
  mistake: 4,
  unmeasured: 0.9,
} as const;

/**
 * A mistake is named if it alone, or with those that look the same, is this likely among all that explain the run; if
 * its findings read alike; and if nearly all that it shows by is there. What was never measured has to explain all that shows.
 * Measured on the faults of the reference, each known and unknown, and on strangers, which docs/trust.md
 * describes.
 */
const certain = {
  confidence: 0.7,
  strangeness: 0.15,
  /** A sign that would show with this probability at least has to be there. */
  presence: 0.95,
  /** Of N such signs, this share may be missing: a target may be right there for another reason. One of six may. */
  absence: 0.17,
  unmeasured: { strangeness: 1, missing: 2.2 },
} as const;

/** More that look the same are no help. */
const mostNames = 3;

/** So few signs may as well be a part of an unknown mistake that shows in other ways, too. */
const fewSigns = 2;

/** More mistakes at once are not told apart. */
const mostMistakes = 12;

/**
 * Explains what is broken by as few known mistakes as it takes: those under which what the checks found, and what they
 * found to hold, is most likely. What no mistake explains is a cause of its own, unless it shows in the very
 * cases in which another cause does.
 */
export function causesOf(
  faults: readonly KnownFault[],
  findings: readonly CaseFinding[],
  broken: readonly RequirementId[],
): readonly Cause[] {
  const seen = signsIn(findings, new Set(broken));
  const all = seen.filter(({ share }) => share > 0);
  // What only broad cases show follows from what narrow ones do, where these show anything.
  const narrow = all.filter(({ isBroad }) => !isBroad);
  const shown = narrow.length === 0 ? all : narrow;
  const strangenessOf = strangenessAmong(faults.flatMap(({ signs = [] }) => signs));
  const suspects = faults
    .flatMap((fault) => suspectOf(fault, seen, strangenessOf) ?? [])
    .filter((suspect) => !isTooRare(suspect));
  const chosen = chooseFrom(suspects, shown);
  const open = new Set(broken);
  const causes: Cause[] = [];
  for (const suspect of chosen) {
    const explained = explainedBy(suspect, open);
    const [lead, ...follows] = explained;
    if (lead === undefined) continue;
    for (const id of explained) open.delete(id);
    causes.push({ lead, follows, faults: likelyFaults(suspect, { chosen, suspects, shown }) });
  }
  return withCompany(causes, [...open], all);
}

/** A known mistake beside what a run found. */
interface Suspect {
  readonly fault: KnownFault;
  /** How likely it shows by each sign that it is expected to show by. */
  readonly expected: ReadonlyMap<SeenSign, Expectation>;
  /** What speaks against it: that signs of it are not there. */
  readonly missing: number;
  /** How many of its measured signs are not there. */
  readonly absent: number;
}

interface Expectation {
  readonly chance: number;
  /** What it costs that it reads otherwise than it was measured. */
  readonly strangeness: number;
}

/** The mistakes that a target with these features and kinds can have. */
export function possibleFaults(
  faults: readonly KnownFault[],
  {
    features,
    kinds,
  }: { readonly features: readonly Feature[]; readonly kinds: readonly unknown[] },
): readonly KnownFault[] {
  const has = new Set(features);
  return faults.filter(
    ({ needs, isAmongKinds }) =>
      (isAmongKinds !== true || kinds.length > 1) &&
      (needs === undefined || needs.some((all) => all.every((one) => has.has(one)))),
  );
}

/** What shows now and then is no explanation of what is broken in each case that looks at it alone. */
function isTooRare({ fault, expected }: Suspect): boolean {
  return fault.isRare === true && [...expected.keys()].some(isConstant);
}

function isConstant({ share, isBroad }: SeenSign): boolean {
  return share === 1 && !isBroad;
}

/** Undefined: it explains nothing of what was seen. */
function suspectOf(
  fault: KnownFault,
  seen: readonly SeenSign[],
  strangenessOf: Strangeness,
): Suspect | undefined {
  const { breaks, mayBreak = [], signs = [] } = fault;
  const measured = new Map(signs.map((sign) => [`${sign.requirement} ${sign.check}`, sign]));
  const chanceOf = unmeasuredChances(fault);
  const expected = new Map<SeenSign, Expectation>();
  let missing = 0;
  let absent = 0;
  for (const one of seen) {
    const sign = measured.get(`${one.requirement} ${one.check}`);
    const chance = sign === undefined ? chanceOf(one) : chances.measured;
    if (chance === 0) continue;
    if (one.share === 0) {
      // What shows in a part of the cases may show in none of a few.
      const isSeen = sign === undefined ? 1 : 1 - (1 - sign.share) ** one.of;
      missing -= Math.log(1 - chance * isSeen);
      if (sign !== undefined && isSeen > certain.presence) absent += 1;
    } else {
      const isUnmeasured = sign === undefined && !mayBreak.includes(one.requirement);
      const strangeness = sign === undefined ? 0 : strangenessOf(sign, one);
      expected.set(one, { chance, strangeness: isUnmeasured ? costs.unmeasured : strangeness });
    }
  }
  // Of what was not measured, each requirement counts once, whichever check has found it.
  if (fault.signs === undefined) missing = missingOf(breaks, seen);
  const isSuspect = [...expected.values()].some(({ chance }) => chance > chances.area);
  return isSuspect ? { fault, expected, missing, absent } : undefined;
}

/** How likely a mistake shows by what it was not measured to show by. */
function unmeasuredChances({
  breaks,
  mayBreak = [],
  signs,
}: KnownFault): (one: SeenSign) => number {
  const known = new Set([...breaks, ...(signs ?? []).map(({ requirement }) => requirement)]);
  const areas = new Set(breaks.slice(0, 1).map(areaOf));
  const ofKnown = signs === undefined ? chances.declared : chances.near;
  return ({ requirement, share }) => {
    if (known.has(requirement)) return ofKnown;
    if (mayBreak.includes(requirement)) return share > 0 ? chances.declared : 0;
    return share > 0 && areas.has(areaOf(requirement)) ? chances.area : 0;
  };
}

function missingOf(breaks: readonly RequirementId[], seen: readonly SeenSign[]): number {
  const held = breaks.filter((id) => {
    const own = seen.filter(({ requirement }) => requirement === id);
    return own.length > 0 && own.every(({ share }) => share === 0);
  });
  return -held.length * Math.log(1 - chances.declared);
}

/** One mistake after the other, each of which makes what was seen more likely; and whether another would do better. */
function chooseFrom(suspects: readonly Suspect[], shown: readonly SeenSign[]): readonly Suspect[] {
  let chosen: readonly Suspect[] = [];
  let cost = costOf(chosen, shown);
  while (chosen.length < mostMistakes) {
    const best = bestOf({ suspects, chosen, shown }, chosen.length);
    if (best === undefined || best.cost >= cost) return chosen;
    ({ chosen, cost } = best);
    for (const place of chosen.keys()) {
      const other = bestOf({ suspects, chosen, shown }, place);
      if (other !== undefined && other.cost < cost) ({ chosen, cost } = other);
    }
  }
  return chosen;
}

interface Choice {
  readonly chosen: readonly Suspect[];
  readonly cost: number;
}

/** The best choice with another suspect at one place, or one more at the end. */
function bestOf({ suspects, chosen, shown }: Explanation, place: number): Choice | undefined {
  let best: Choice | undefined;
  for (const suspect of suspects) {
    if (chosen.includes(suspect)) continue;
    const all = [...chosen.slice(0, place), suspect, ...chosen.slice(place + 1)];
    const cost = costOf(all, shown);
    if (best === undefined || cost < best.cost) best = { chosen: all, cost };
  }
  return best;
}

/** How unlikely it is to see this if these mistakes were made. */
function costOf(chosen: readonly Suspect[], shown: readonly SeenSign[]): number {
  const cases = new Set<string>();
  for (const one of shown) {
    if (!chosen.some(({ expected }) => isDirect(expected.get(one)))) continue;
    for (const name of one.cases) cases.add(name);
  }
  let cost = chosen.reduce((sum, { missing }) => sum + missing, chosen.length * costs.mistake);
  for (const one of shown) {
    const isBeside = one.cases.every((name) => cases.has(name));
    const usual = isBeside ? chances.beside : chances.stray;
    let unseen = 1 - usual;
    let strangeness = Infinity;
    for (const { expected } of chosen) {
      const expectation = expected.get(one);
      if (expectation === undefined) continue;
      unseen *= 1 - expectation.chance;
      strangeness = Math.min(strangeness, expectation.strangeness);
    }
    cost -= Math.log(1 - unseen);
    if (strangeness !== Infinity) cost += strangeness;
  }
  return cost;
}

/** Whether a mistake is expected to show by a sign, and not by one near it. */
function isDirect(expectation: Expectation | undefined): boolean {
  return expectation !== undefined && expectation.chance > chances.near;
}

/** The undecided parts of a mistake, the most relevant first. */
function explainedBy(
  { fault, expected }: Suspect,
  open: ReadonlySet<RequirementId>,
): readonly RequirementId[] {
  const shown = new Set([...expected.keys()].map(({ requirement }) => requirement));
  const { breaks, mayBreak = [], signs = [] } = fault;
  const order = [...breaks, ...mayBreak, ...signs.map(({ requirement }) => requirement)];
  return [...new Set(order)].filter((id) => open.has(id) && shown.has(id));
}

interface Explanation {
  readonly chosen: readonly Suspect[];
  readonly suspects: readonly Suspect[];
  readonly shown: readonly SeenSign[];
}

/** A mistake, and those in its place that explain the run as well, where what was found reads like it. */
function likelyFaults(suspect: Suspect, explanation: Explanation): readonly KnownFault[] {
  const { chosen, suspects, shown } = explanation;
  if (!isLike(suspect, explanation)) return [];
  if (directOf(suspect).length <= fewSigns && !isAllExplained(suspect, explanation)) return [];
  const place = chosen.indexOf(suspect);
  const least = costOf(chosen, shown);
  const weightOf = (choice: readonly Suspect[]): number => Math.exp(least - costOf(choice, shown));
  const rivals = suspects
    .filter((other) => !chosen.includes(other))
    .map((other) => ({ fault: other.fault, weight: weightOf(chosen.with(place, other)) }))
    .toSorted((left, right) => right.weight - left.weight);
  const none = weightOf(chosen.toSpliced(place, 1));
  const whole = rivals.reduce((sum, { weight }) => sum + weight, 1 + none);
  const likely = [{ fault: suspect.fault, weight: 1 }, ...rivals].slice(0, mostNames);
  let sum = 0;
  const count = likely.findIndex(({ weight }) => (sum += weight) / whole >= certain.confidence);
  return likely.slice(0, count + 1).map(({ fault }) => fault);
}

/** Whether what was found reads like a mistake, and little of it is missing. */
function isLike(suspect: Suspect, explanation: Explanation): boolean {
  const direct = directOf(suspect);
  const strangeness = direct.reduce((sum, one) => sum + one.strangeness, 0) / direct.length;
  if (suspect.fault.signs !== undefined) {
    const isThere = suspect.absent <= certain.absence * (direct.length + suspect.absent);
    return strangeness <= certain.strangeness && isThere;
  }
  const { unmeasured } = certain;
  return (
    strangeness <= unmeasured.strangeness &&
    suspect.missing <= unmeasured.missing &&
    leavesNothing(suspect, explanation)
  );
}

/** Whether nothing in a run has to come from a mistake that is not known. */
function isAllExplained(suspect: Suspect, explanation: Explanation): boolean {
  return (
    leavesNothing(suspect, explanation) &&
    explanation.chosen.every((other) => isLike(other, explanation))
  );
}

function directOf({ expected }: Suspect): readonly Expectation[] {
  return [...expected.values()].filter(isDirect);
}

/** Whether all that shows in the cases of a mistake is expected of it, or of another that was made. */
function leavesNothing(
  suspect: Suspect,
  { chosen, shown }: Pick<Explanation, "chosen" | "shown">,
): boolean {
  const cases = new Set(
    shown.flatMap((one) => (isDirect(suspect.expected.get(one)) ? one.cases : [])),
  );
  return shown.every(
    (one) =>
      chosen.some(({ expected }) => isDirect(expected.get(one))) ||
      !one.cases.some((name) => cases.has(name)),
  );
}

/** What is left follows from the first cause in whose cases all of it shows, and is a cause of its own otherwise. */
function withCompany(
  causes: readonly Cause[],
  open: readonly RequirementId[],
  shown: readonly SeenSign[],
): readonly Cause[] {
  const casesOf = (ids: readonly RequirementId[]): readonly string[] =>
    shown.flatMap((one) => (ids.includes(one.requirement) ? one.cases : []));
  const led = causes.map((cause) => ({
    cause,
    cases: new Set(casesOf([cause.lead, ...cause.follows])),
    guests: new Array<RequirementId>(),
  }));
  for (const id of open) {
    const own = casesOf([id]);
    const host =
      led.find(({ cases }) => own.length > 0 && own.every((name) => cases.has(name))) ??
      (isBroadOnly(id, shown)
        ? (led.find(({ cause }) => isOfArea(cause, id)) ?? onlyOneOf(led))
        : undefined);
    if (host === undefined) {
      led.push({ cause: { lead: id, follows: [], faults: [] }, cases: new Set(own), guests: [] });
    } else host.guests.push(id);
  }
  return led.map(({ cause, guests }) => ({ ...cause, follows: [...cause.follows, ...guests] }));
}

function onlyOneOf<Item>([first, ...others]: readonly Item[]): Item | undefined {
  return others.length === 0 ? first : undefined;
}

/** Whether only cases show it that look at many requirements at once. */
function isBroadOnly(id: RequirementId, shown: readonly SeenSign[]): boolean {
  return shown.every(({ requirement, isBroad }) => requirement !== id || isBroad);
}

function isOfArea({ lead, follows }: Cause, id: RequirementId): boolean {
  return [lead, ...follows].some((one) => areaOf(one) === areaOf(id));
}

function areaOf(id: RequirementId): string {
  return id.split(".", 1)[0] ?? "";
}
