import { isControllerRequirement, isRequirementId } from "#contract";
import type { RequirementId } from "#contract";
import { claim } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { withoutForeignEvents } from "./idle-observations.ts";
import { changedObservations } from "./changed-observations.ts";
import type { Changed, Mistake } from "./changed-observations.ts";
import { noticeable } from "./noticeable.ts";

export type Judge = (observations: unknown) => readonly Finding[];

/**
 * Maximum number of mutations of one case's observations. Beyond this limit, a requirement counts as sensitive, because
 * there is no evidence that all defects would stay undetected.
 */
const maxChanges = 2_000;

/** Maximum number of mutations of one case's observations for one defect. */
const maxOfOne = 400;

/**
 * The defects that a requirement's checks detect on the reference server, split by whether the checks would also have
 * detected them on this target.
 */
export interface Sensitivity {
  readonly noticed: readonly Mistake[];
  readonly missed: readonly Mistake[];
}

/**
 * Finds the requirements that would have been violated if the target had a defect, each with the first such defect. The
 * defect is undefined if a requirement only counts as violated because some mutations were not tested. Mutates the
 * observations at one location at a time, and judges them again.
 */
export function noticedBy(
  { judge, observations }: Omit<Questioned, "check">,
  requirements: readonly RequirementId[],
  expected: Noticeable = () => [],
): ReadonlyMap<RequirementId, Mistake | undefined> {
  const found = new Map<RequirementId, Mistake | undefined>();
  if (requirements.length === 0) return found;
  const open = new Set(requirements);
  const rest = (): void => open.forEach((requirement) => found.set(requirement, undefined));
  // Only steps, objects and events are mutated, because a target returns nothing else.
  if (typeof observations !== "object") rest();
  let tried = 0;
  for (const { mistake, value } of likelyFirst(observations, requirements, expected)) {
    if (open.size === 0) break;
    if (tried >= maxChanges) {
      rest();
      break;
    }
    tried += 1;
    for (const requirement of violatedIn(judge, value)) {
      if (open.delete(requirement)) found.set(requirement, mistake);
    }
  }
  return found;
}

/** Defects that the checks are expected to detect come first. */
function* likelyFirst(
  observations: unknown,
  requirements: readonly RequirementId[],
  expected: Noticeable,
): Generator<Changed, void> {
  const likely = new Set(requirements.flatMap(expected));
  if (likely.size > 0) yield* changedObservations(observations, (mistake) => likely.has(mistake));
  yield* changedObservations(observations, (mistake) => !likely.has(mistake));
}

function violatedIn(judge: Judge, observations: unknown): readonly RequirementId[] {
  return judged(judge, observations).flatMap(({ result, requirement }) =>
    result === "violated" ? [requirement] : [],
  );
}

/** A judge that cannot handle an impossible observation detects nothing. */
function judged(judge: Judge, observations: unknown): readonly Finding[] {
  try {
    return judge(observations);
  } catch {
    return [];
  }
}

export interface Questioned {
  readonly check: string;
  readonly judge: Judge;
  readonly observations: unknown;
}

export type Noticeable = (requirement: RequirementId) => readonly Mistake[];

const expectedMistakes: Noticeable = (requirement) =>
  isRequirementId(requirement) ? (noticeable[requirement] ?? []) : [];

/** Collects the defects that the checks of a run would have detected. */
export class Noticed {
  readonly #expected: Noticeable;
  readonly #mostCases: number;
  readonly #known = new Map<string, Set<RequirementId>>();
  readonly #found = new Map<RequirementId, Set<Mistake>>();
  readonly #counts = new Map<string, number>();

  /** Each undetected defect is tested in at most `mostCases` cases of a check. With 0, passes have no sensitivity. */
  constructor(expected: Noticeable = expectedMistakes, mostCases = 2) {
    this.#expected = expected;
    this.#mostCases = mostCases;
  }

  /**
   * Returns the findings of a case. A requirement that would pass for any observation has no instance, because its
   * check would not have detected any defect.
   */
  withoutHollow(findings: readonly Finding[], questioned: Questioned): readonly Finding[] {
    const held = heldIn(findings);
    const variants = variantsOf(questioned, held);
    this.#ask(held, questioned, variants);
    const hollow = this.#hollowAmong(held, questioned);
    return findings.map((finding) =>
      isInstance(finding) && hollow.has(finding.requirement) ? asHollow(finding) : finding,
    );
  }

  /**
   * Returns the detected and the missed defects of a requirement so far. Returns undefined if no defect was detected.
   */
  sensitivityOf(requirement: RequirementId): Sensitivity | undefined {
    const found = this.#found.get(requirement);
    if (this.#mostCases === 0 || found === undefined || found.size === 0) return undefined;
    const noticed = [...found];
    const isOfAKind = (mistake: Mistake): boolean =>
      noticed.some((other) => ofOutcomes.has(other) === ofOutcomes.has(mistake));
    const missed = this.#expected(requirement).filter((mistake) => !found.has(mistake));
    return { noticed, missed: missed.filter(isOfAKind) };
  }

  #hollowAmong(
    held: readonly RequirementId[],
    { check, judge, observations }: Questioned,
  ): ReadonlySet<RequirementId> {
    const known = valueIn(this.#known, check);
    const open = held.filter((requirement) => !known.has(requirement));
    const noticed = noticedBy({ judge, observations }, open, this.#expected);
    for (const [requirement, mistake] of noticed) {
      known.add(requirement);
      if (mistake !== undefined) valueIn(this.#found, requirement).add(mistake);
    }
    return new Set(open.filter((requirement) => !noticed.has(requirement)));
  }

  #ask(
    held: readonly RequirementId[],
    { check, judge, observations }: Questioned,
    variants: readonly unknown[],
  ): void {
    if (this.#mostCases === 0) return;
    const open = new Map(
      held.flatMap((requirement) => {
        const missing = this.#missingFor(check, requirement);
        return missing.size === 0 ? [] : [[requirement, missing]];
      }),
    );
    if (open.size === 0 || typeof observations !== "object") return;
    const known = valueIn(this.#known, check);
    const isWanted = (mistake: Mistake): boolean =>
      [...open.values()].some((missing) => missing.has(mistake));
    for (const { mistake, value } of changesOf(variants, isWanted)) {
      for (const requirement of violatedIn(judge, value)) {
        if (open.get(requirement)?.delete(mistake) !== true) continue;
        valueIn(this.#found, requirement).add(mistake);
        known.add(requirement);
      }
    }
  }

  #missingFor(check: string, requirement: RequirementId): Set<Mistake> {
    const found = valueIn(this.#found, requirement);
    const missing = this.#expected(requirement).filter((mistake) => !found.has(mistake));
    if (missing.length === 0) return new Set();
    const name = `${check} ${requirement}`;
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return new Set(count < this.#mostCases ? missing : []);
  }
}

/**
 * Returns the observations to mutate. They first lack the events of other cases, if the requirements also pass without
 * them: on a busy target, most mutations would otherwise concern the objects of other cases.
 */
function variantsOf(
  { judge, observations }: Questioned,
  held: readonly RequirementId[],
): readonly unknown[] {
  const idle = withoutForeignEvents(observations);
  if (idle === undefined) return [observations];
  const passed = new Set(heldIn(judged(judge, idle)));
  return held.every((requirement) => passed.has(requirement))
    ? [idle, observations]
    : [observations];
}

function* changesOf(
  variants: readonly unknown[],
  isWanted: (mistake: Mistake) => boolean,
): Generator<Changed, void> {
  for (const variant of variants) yield* atMostOf(maxOfOne, changedObservations(variant, isWanted));
}

function* atMostOf(most: number, changes: Iterable<Changed>): Generator<Changed, void> {
  const tries = new Map<Mistake, number>();
  for (const change of changes) {
    const tried = tries.get(change.mistake) ?? 0;
    if (tried >= most) continue;
    tries.set(change.mistake, tried + 1);
    yield change;
  }
}

function valueIn<Key, Item>(sets: Map<Key, Set<Item>>, key: Key): Set<Item> {
  const found = sets.get(key) ?? new Set<Item>();
  sets.set(key, found);
  return found;
}

/**
 * Defects in rejections and outcomes, as opposed to defects in the content. A defect counts as missed only if another
 * defect of the same category was detected: a conformant target may accept and ignore a request that other targets
 * reject, and its defects are then in the content.
 */
const ofOutcomes: ReadonlySet<Mistake> = new Set([
  "accepts-what-is-refused",
  "other-reason",
  "no-code",
  "no-delay",
  "other-cause",
  "refuses-what-is-accepted",
  "other-form",
] as const);

function heldIn(findings: readonly Finding[]): readonly RequirementId[] {
  const violated = new Set(
    findings.flatMap(({ result, requirement }) => (result === "violated" ? [requirement] : [])),
  );
  const held = findings.flatMap((finding) =>
    isInstance(finding) && !violated.has(finding.requirement) ? [finding.requirement] : [],
  );
  return [...new Set(held)];
}

/**
 * Whether a finding depends on observations that can be mutated. Excludes findings that are not based on a response,
 * such as a schema without the field, and findings of extensions and controller scenarios, whose observations have a
 * different format.
 */
function isInstance(finding: Finding): boolean {
  if (finding.result !== "held" || finding.note !== undefined) return false;
  const { instances, requirement } = finding;
  return instances > 0 && isRequirementId(requirement) && !isControllerRequirement(requirement);
}

function asHollow({ requirement, evidence }: Finding): Finding {
  const note =
    "the check would not have detected any violation: its judge also accepts altered observations";
  const nothing = { holds: true, expected: "", actual: "", instances: 0 };
  return claim(requirement, { ...nothing, evidence, note });
}
