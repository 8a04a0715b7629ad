import { inCatalogue } from "#contract";
import type { Feature, ProfileName, RequirementId, Semantics } from "#contract";
import type { CaseFinding } from "../record/case-finding.ts";
import { excuseFor } from "../record/declared-semantics.ts";
import { mayFollow } from "./form-of-errors.ts";
import { hasOwnSequences } from "./own-sequence.ts";
import type { KnownSigns } from "./own-sequence.ts";
import { signsIn } from "./signs.ts";
import { symptomDistanceAmong } from "./symptom-distance.ts";
import type { SymptomDistance } from "./symptom-distance.ts";
import type { FaultSign, SeenSign } from "./signs.ts";

/** A known fault and the requirements that it violates. Its primary requirement comes first. */
export interface KnownFault {
  readonly name: string;
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
  /** Requirements that the fault violates only on some targets or in some runs. */
  readonly mayBreak?: readonly RequirementId[];
  /** Measured symptoms of the fault. Absent if not measured. */
  readonly signs?: readonly FaultSign[];
  /**
   * Alternative sets of features. The target must support all features of at least one set. Absent if the fault
   * requires none.
   */
  readonly needs?: readonly (readonly Feature[])[];
  /** Whether the fault is only visible on a target with several kinds. */
  readonly isAmongKinds?: true;
  /** Whether the fault affects only a small share of the requests. */
  readonly isRare?: true;
}

/** Violated requirements with one common explanation. */
export interface Cause {
  readonly lead: RequirementId;
  /** Violated requirements that follow from the primary one, most direct first. */
  readonly follows: readonly RequirementId[];
  /** The most likely known fault, or a few that cannot be distinguished. Empty if none is likely, or too many are. */
  readonly faults: readonly KnownFault[];
}

/**
 * Probabilities. A fault causes its measured symptoms, and sometimes findings of other checks of the requirements that
 * it violates. A finding can also be unrelated to the fault, more likely in a case that has other findings.
 */
const chances = {
  measured: 0.85,
  declared: 0.5,
  near: 0.04,
  /** Probability of a symptom of a requirement in the same area. */
  area: 0.015,
  beside: 0.008,
  stray: 0.0005,
} as const;

/** Costs of assumptions, as negative logarithms of probabilities. */
const costs = {
  mistake: 4,
  unmeasured: 0.9,
  /** Maximum cost of a symptom that occurs in more cases than measured. */
  surplus: 1,
} as const;

/**
 * Conditions for naming a fault. Among all explanations of the run, the fault and those indistinguishable from it have
 * a combined probability of at least `confidence`; the messages of its findings are similar to the measured ones; and
 * nearly all of its symptoms are present. A fault that was never measured must explain all findings. The values were
 * calibrated with known and unknown faults of the reference and with independent servers (docs/trust.md).
 */
const certain = {
  confidence: 0.7,
  strangeness: 0.15,
  /** Symptoms with at least this probability must be present. */
  presence: 0.95,
  /** Share of the expected symptoms that may be missing. A target can satisfy a requirement despite the fault. */
  absence: 0.17,
  unmeasured: { strangeness: 1, missing: 2.2 },
} as const;

/** Maximum number of faults to name. A longer list would not help the user. */
const maxNames = 3;

/** Number of symptoms that even an unknown fault can cause. */
const fewSigns = 2;

/** Maximum number of faults in an explanation. A larger number could not be distinguished. */
const maxMistakes = 12;

/**
 * Explains the violated requirements by the smallest set of known faults that makes the findings most likely.
 * Unexplained findings become a separate cause, unless another cause appears in all of their cases.
 */
export function causesOf(
  faults: readonly KnownFault[],
  findings: readonly CaseFinding[],
  broken: readonly RequirementId[],
): readonly Cause[] {
  const seen = signsIn(findings, new Set(broken));
  const all = seen.filter(({ share }) => share > 0);
  // Findings of narrow checks take precedence. A finding that only broad checks report is a consequence.
  const narrow = all.filter(({ isBroad }) => !isBroad);
  const shown = narrow.length === 0 ? all : narrow;
  const distanceOf = symptomDistanceAmong(faults.flatMap(({ signs = [] }) => signs));
  const suspects = faults
    .flatMap((fault) => suspectOf(fault, seen, distanceOf) ?? [])
    .filter((suspect) => !isTooRare(suspect));
  const chosen = chooseFrom(suspects, shown);
  const open = new Set(broken);
  const causes: Cause[] = [];
  for (const suspect of chosen) {
    const named = likelyFaults(suspect, { chosen, suspects, shown });
    const found = explainedBy(suspect, open);
    // The order of the requirements of one fault means nothing if another fault is as likely, or if its main
    // requirement holds.
    const isOrdered = named.length === 1 && suspect.fault.breaks[0] === found[0];
    const explained = isOrdered ? found : generalFirst(found);
    const [lead, ...follows] = explained;
    if (lead === undefined) continue;
    for (const id of explained) open.delete(id);
    causes.push({ lead, follows, faults: named });
  }
  const known = { faults, shown: all };
  return widestFirst(attachOpen(causes, [...open], known), known).map(ledByGeneral);
}

/** Without a known fault, a requirement on a special use follows the general requirements of its cause. */
function ledByGeneral(cause: Cause): Cause {
  if (cause.faults.length > 0) return cause;
  const [lead = cause.lead, ...follows] = generalFirst([cause.lead, ...cause.follows]);
  return { ...cause, lead, follows };
}

/**
 * Orders the causes without a known fault by the number of cases that show them, and adds a cause to a wider one that
 * shows in all of its cases: if rejected writes are stored, a few cases violate other rules as well. A cause with a
 * known fault keeps its position.
 */
function widestFirst(causes: readonly Cause[], known: KnownSigns): readonly Cause[] {
  const { shown } = known;
  const casesOf = (ids: readonly RequirementId[]): ReadonlySet<string> =>
    new Set(shown.flatMap((one) => (ids.includes(one.requirement) ? one.cases : [])));
  const ordered = causes
    .filter(({ faults }) => faults.length === 0)
    .map((cause) => ({ cause, cases: casesOf([cause.lead]) }))
    .toSorted((left, right) => right.cases.size - left.cases.size);
  const joined: typeof ordered = [];
  for (const { cause, cases } of ordered) {
    const all = [cause.lead, ...cause.follows];
    const own = [...casesOf(all)];
    const host = joined.findIndex(
      (other) =>
        own.every((name) => other.cases.has(name)) &&
        mayFollow(cause.lead, other.cause) &&
        !hasOwnSequences(cause.lead, other.cause, known),
    );
    const wider = joined[host];
    if (wider === undefined) joined.push({ cause, cases });
    else {
      const follows = [...wider.cause.follows, ...all];
      joined[host] = { ...wider, cause: { ...wider.cause, follows } };
    }
  }
  const left = joined.map(({ cause }) => cause);
  return causes.flatMap((cause) => (cause.faults.length > 0 ? [cause] : left.splice(0, 1)));
}

interface Suspect {
  readonly fault: KnownFault;
  readonly expected: ReadonlyMap<SeenSign, Expectation>;
  readonly missing: number;
  readonly absent: number;
}

interface Expectation {
  readonly chance: number;
  readonly strangeness: number;
  /** Cost of a symptom that occurs in a larger share of a check's cases than in the measured runs of the fault. */
  readonly surplus: number;
}

/** The properties of a run that determine which faults its target can have. */
export interface FaultyRun {
  readonly profile: ProfileName;
  readonly target: {
    readonly features: readonly Feature[];
    readonly kinds: readonly unknown[];
    /** Absent if unknown. */
    readonly semantics?: Semantics;
  };
}

/**
 * Returns the faults that a target can have: it has the features and kinds that the fault requires, and the first
 * requirement that the fault violates is part of the profile and applies with the target's declarations.
 */
export function possibleFaults(
  faults: readonly KnownFault[],
  { profile, target: { features, kinds, semantics } }: FaultyRun,
): readonly KnownFault[] {
  const has = new Set(features);
  const applies = (requirement: RequirementId): boolean => {
    const known = inCatalogue(requirement);
    const isInProfile = known === undefined || known.levels[profile] !== undefined;
    const excuse = semantics && excuseFor(requirement, semantics);
    return isInProfile && excuse === undefined;
  };
  return faults.filter(
    ({ breaks, needs, isAmongKinds }) =>
      (isAmongKinds !== true || kinds.length > 1) &&
      (needs === undefined || needs.some((all) => all.every((one) => has.has(one)))) &&
      breaks.slice(0, 1).every(applies),
  );
}

/**
 * Whether a fault is too rare to be the cause: the requirement is violated in every case of a narrow check, or in every
 * attempt at one of its cases.
 */
function isTooRare({ fault, expected }: Suspect): boolean {
  return fault.isRare === true && [...expected.keys()].some(isConstant);
}

function isConstant({ share, isBroad, isRepeated }: SeenSign): boolean {
  return (share === 1 || isRepeated) && !isBroad;
}

/** Evaluates a fault as a suspect. Returns undefined if it explains no finding. */
function suspectOf(
  fault: KnownFault,
  seen: readonly SeenSign[],
  distanceOf: SymptomDistance,
): Suspect | undefined {
  const { breaks, mayBreak = [], signs = [] } = fault;
  const measured = new Map(signs.map((sign) => [`${sign.requirement} ${sign.check}`, sign]));
  const signOf = (one: SeenSign): FaultSign | undefined =>
    measured.get(`${one.requirement} ${one.check}`);
  const checked = seen.filter((one) => signOf(one) !== undefined).length;
  const chanceOf = unmeasuredChances(fault);
  const expected = new Map<SeenSign, Expectation>();
  let missing = 0;
  let absent = 0;
  for (const one of seen) {
    const sign = signOf(one);
    const chance = sign === undefined ? chanceOf(one) : chances.measured;
    if (chance === 0) continue;
    if (one.share === 0) {
      // With few cases, a symptom that appears in only some of them may be absent.
      const isSeen = sign === undefined ? 1 : 1 - (1 - sign.share) ** one.of;
      missing -= Math.log(1 - chance * isSeen);
      if (sign !== undefined && isSeen > certain.presence) absent += 1;
    } else {
      const unmeasured = mayBreak.includes(one.requirement) ? 0 : costs.unmeasured;
      const fit =
        sign === undefined
          ? { strangeness: unmeasured, surplus: 0 }
          : {
              strangeness: distanceOf(sign, one),
              // If most symptoms were checked, their presence distinguishes faults better than their shares do.
              surplus: checked < signs.length / 2 ? surplusOf(sign, one) : 0,
            };
      expected.set(one, { chance, ...fit });
    }
  }
  // For an unmeasured fault, each requirement counts once, regardless of the check.
  if (fault.signs === undefined) missing = missingOf(breaks, seen);
  const isSuspect = [...expected.values()].some(({ chance }) => chance > chances.area);
  return isSuspect ? { fault, expected, missing, absent } : undefined;
}

/** Bounded, because the target and the reference have different kinds. */
function surplusOf(sign: FaultSign, seen: SeenSign): number {
  return Math.min(costs.surplus, Math.max(0, Math.log(seen.share / sign.share)));
}

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

/** Adds faults greedily while this increases the likelihood, and replaces a fault if another one is better. */
function chooseFrom(suspects: readonly Suspect[], shown: readonly SeenSign[]): readonly Suspect[] {
  let chosen: readonly Suspect[] = [];
  let cost = costOf(chosen, shown);
  while (chosen.length < maxMistakes) {
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

/** Finds the best choice that replaces the suspect at one position, or that appends one. */
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

/** Computes the negative log-likelihood of the findings, given these faults. */
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
      strangeness = Math.min(strangeness, expectation.strangeness + expectation.surplus);
    }
    cost -= Math.log(1 - unseen);
    if (strangeness !== Infinity) cost += strangeness;
  }
  return cost;
}

function isDirect(expectation: Expectation | undefined): boolean {
  return expectation !== undefined && expectation.chance > chances.near;
}

function explainedBy(
  { fault, expected }: Suspect,
  open: ReadonlySet<RequirementId>,
): readonly RequirementId[] {
  const shown = new Set([...expected.keys()].map(({ requirement }) => requirement));
  const { breaks, mayBreak = [], signs = [] } = fault;
  const order = [...breaks, ...mayBreak, ...signs.map(({ requirement }) => requirement)];
  return [...new Set(order)].filter((id) => open.has(id) && shown.has(id));
}

/** Areas whose requirements apply those of other areas to a special use of a status. */
const specialAreas: ReadonlySet<string> = new Set(["allocation", "readiness"]);

/**
 * Moves requirements on special uses to the end. Without a named fault, the general requirement explains more: a spec
 * write erases the status, so an allocation does not survive a spec write.
 */
function generalFirst(ids: readonly RequirementId[]): readonly RequirementId[] {
  return [...ids.filter((id) => !isSpecial(id)), ...ids.filter(isSpecial)];
}

function isSpecial(id: RequirementId): boolean {
  return specialAreas.has(areaOf(id));
}

interface Explanation {
  readonly chosen: readonly Suspect[];
  readonly suspects: readonly Suspect[];
  readonly shown: readonly SeenSign[];
}

/** Returns the fault of a suspect, and other faults that explain the findings almost equally well. */
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
  const likely = [{ fault: suspect.fault, weight: 1 }, ...rivals].slice(0, maxNames);
  let sum = 0;
  const count = likely.findIndex(({ weight }) => (sum += weight) / whole >= certain.confidence);
  return likely.slice(0, count + 1).map(({ fault }) => fault);
}

/** Whether the messages of the findings match those of the fault, and few of its symptoms are missing. */
function isLike(suspect: Suspect, explanation: Explanation): boolean {
  const direct = directOf(suspect);
  const strangeness = direct.reduce((sum, one) => sum + one.strangeness, 0) / direct.length;
  if (suspect.fault.signs !== undefined) {
    // A symptom that the fault may have elsewhere is no evidence without one that it was measured to have.
    if (!direct.some(({ chance }) => chance === chances.measured)) return false;
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

function isAllExplained(suspect: Suspect, explanation: Explanation): boolean {
  return (
    leavesNothing(suspect, explanation) &&
    explanation.chosen.every((other) => isLike(other, explanation))
  );
}

function directOf({ expected }: Suspect): readonly Expectation[] {
  return [...expected.values()].filter(isDirect);
}

/** Whether the chosen faults explain all findings in the cases of the suspected fault. */
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

/**
 * Adds an unexplained finding to the first cause that appears in all of the finding's cases. If only broad checks
 * report the finding, a cause in the same area also suffices, and so does the only cause that appears in some of its
 * cases. Otherwise, the finding becomes a separate cause, and so does one with random sequences of its own.
 */
function attachOpen(
  causes: readonly Cause[],
  open: readonly RequirementId[],
  known: KnownSigns,
): readonly Cause[] {
  const { shown } = known;
  const casesOf = (ids: readonly RequirementId[]): readonly string[] =>
    shown.flatMap((one) => (ids.includes(one.requirement) ? one.cases : []));
  const led = causes.map((cause) => ({
    cause,
    cases: new Set(casesOf([cause.lead, ...cause.follows])),
    attached: new Array<RequirementId>(),
  }));
  for (const id of open) {
    const own = casesOf([id]);
    const hosts = led.filter(
      ({ cause }) => mayFollow(id, cause) && !hasOwnSequences(id, cause, known),
    );
    const host =
      hosts.find(({ cases }) => own.length > 0 && own.every((name) => cases.has(name))) ??
      (isBroadOnly(id, shown)
        ? (hosts.find(({ cause }) => isOfArea(cause, id)) ??
          onlyOneOf(hosts.filter(({ cases }) => own.some((name) => cases.has(name)))))
        : undefined);
    if (host === undefined) {
      led.push({ cause: { lead: id, follows: [], faults: [] }, cases: new Set(own), attached: [] });
    } else host.attached.push(id);
  }
  return led.map(({ cause, attached }) => ({ ...cause, follows: [...cause.follows, ...attached] }));
}

/**
 * Makes a MUST a cause of its own if it would follow a weaker requirement only because of shared cases, and not because
 * of a known fault. Otherwise, a SHOULD that is violated in every case would hide the MUST.
 */
export function withMustsApart(
  causes: readonly Cause[],
  isMust: (requirement: RequirementId) => boolean,
): readonly Cause[] {
  return causes.flatMap((cause) => {
    const { lead, follows, faults } = cause;
    if (isMust(lead)) return [cause];
    const apart = new Set(follows.filter((id) => isMust(id) && !isExplainedBy(faults, id)));
    return [
      { ...cause, follows: follows.filter((id) => !apart.has(id)) },
      ...[...apart].map((id): Cause => ({ lead: id, follows: [], faults: [] })),
    ];
  });
}

function isExplainedBy(faults: readonly KnownFault[], id: RequirementId): boolean {
  return faults.some(({ breaks, mayBreak = [] }) => breaks.includes(id) || mayBreak.includes(id));
}

function onlyOneOf<Item>([first, ...others]: readonly Item[]): Item | undefined {
  return others.length === 0 ? first : undefined;
}

function isBroadOnly(id: RequirementId, shown: readonly SeenSign[]): boolean {
  const own = shown.filter(({ requirement }) => requirement === id);
  return own.length > 0 && own.every(({ isBroad }) => isBroad);
}

/** False for controllers: all their requirements are in one area, so it does not relate them. */
function isOfArea({ lead, follows }: Cause, id: RequirementId): boolean {
  if (areaOf(id) === "controller") return false;
  return [lead, ...follows].some((one) => areaOf(one) === areaOf(id));
}

function areaOf(id: RequirementId): string {
  return id.split(".", 1)[0] ?? "";
}
