import { isControllerRequirement, isRequirementId } from "#contract";
import type { RequirementId } from "#contract";
import { claim } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { changedObservations } from "./changed-observations.ts";
import type { Changed, Mistake } from "./changed-observations.ts";
import { noticeable } from "./noticeable.ts";

/** What a check makes of observations. */
export type Judge = (observations: unknown) => readonly Finding[];

/**
 * At most this many changes are tried on the observations of one case. Where they are not enough, nothing is known
 * against what is still open: it counts as noticed.
 */
const mostChanges = 2_000;

/** The most places of a case that are tried for one mistake. */
const mostOfOne = 400;

/** What a requirement's checks would have noticed on a target, of the mistakes that they notice on the reference. */
export interface Sensitivity {
  readonly noticed: readonly Mistake[];
  readonly missed: readonly Mistake[];
}

/**
 * Which of some requirements a judge would have called violated, had the target made a mistake: its observations are
 * changed in one place after the other, and judged again.
 */
export function noticedBy(
  { judge, observations }: Omit<Questioned, "check">,
  asked: readonly RequirementId[],
  expected: Noticeable = () => [],
): ReadonlyMap<RequirementId, Mistake | undefined> {
  const found = new Map<RequirementId, Mistake | undefined>();
  const open = new Set(asked);
  const rest = (): void => open.forEach((requirement) => found.set(requirement, undefined));
  // What is no step, object or event cannot be changed the way a target would.
  if (typeof observations !== "object") rest();
  let tried = 0;
  for (const { mistake, value } of likelyFirst(observations, asked, expected)) {
    if (open.size === 0) break;
    if (tried >= mostChanges) {
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

/** Changed observations, with the mistakes that are expected to be noticed before the others. */
function* likelyFirst(
  observations: unknown,
  asked: readonly RequirementId[],
  expected: Noticeable,
): Generator<Changed, void> {
  const likely = new Set(asked.flatMap(expected));
  if (likely.size > 0) yield* changedObservations(observations, (mistake) => likely.has(mistake));
  yield* changedObservations(observations, (mistake) => !likely.has(mistake));
}

/** A judge that cannot read what no target could have shown notices nothing. */
function violatedIn(judge: Judge, observations: unknown): readonly RequirementId[] {
  try {
    return judge(observations).flatMap(({ result, requirement }) =>
      result === "violated" ? [requirement] : [],
    );
  } catch {
    return [];
  }
}

/** A case whose passes are to be questioned. */
export interface Questioned {
  readonly check: string;
  readonly judge: Judge;
  readonly observations: unknown;
}

/** Of each requirement the mistakes that its checks are expected to notice. */
export type Noticeable = (requirement: RequirementId) => readonly Mistake[];

const expectedMistakes: Noticeable = (requirement) =>
  isRequirementId(requirement) ? (noticeable[requirement] ?? []) : [];

/** What the checks of a run have shown to notice. */
export class Noticed {
  readonly #expected: Noticeable;
  readonly #mostCases: number;
  readonly #known = new Map<string, Set<RequirementId>>();
  readonly #found = new Map<RequirementId, Set<Mistake>>();
  readonly #asked = new Map<string, number>();

  /** In `mostCases` of a check is a mistake looked for that it has not noticed. */
  constructor(expected: Noticeable = expectedMistakes, mostCases = 2) {
    this.#expected = expected;
    this.#mostCases = mostCases;
  }

  /**
   * The findings of a case, of which those that hold whatever is observed are no instance: nothing that the target
   * could have done would have been noticed.
   */
  withoutHollow(findings: readonly Finding[], questioned: Questioned): readonly Finding[] {
    const held = heldIn(findings);
    this.#ask(held, questioned);
    const hollow = this.#hollowAmong(held, questioned);
    return findings.map((finding) =>
      isInstance(finding) && hollow.has(finding.requirement) ? asHollow(finding) : finding,
    );
  }

  /** What was noticed for a requirement so far. Absent: nothing was asked. */
  sensitivityOf(requirement: RequirementId): Sensitivity | undefined {
    const found = this.#found.get(requirement);
    if (found === undefined || found.size === 0) return undefined;
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

  #ask(held: readonly RequirementId[], { check, judge, observations }: Questioned): void {
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
    const tries = new Map<Mistake, number>();
    for (const { mistake, value } of changedObservations(observations, isWanted)) {
      const tried = tries.get(mistake) ?? 0;
      if (tried >= mostOfOne) continue;
      tries.set(mistake, tried + 1);
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
    const asked = this.#asked.get(name) ?? 0;
    this.#asked.set(name, asked + 1);
    return new Set(asked < this.#mostCases ? missing : []);
  }
}

/** The set under a key, made where there is none. */
function valueIn<Key, Item>(sets: Map<Key, Set<Item>>, key: Key): Set<Item> {
  const found = sets.get(key) ?? new Set<Item>();
  sets.set(key, found);
  return found;
}

/**
 * Mistakes in what is refused. Where one right target refuses, another accepts and ignores: on it, mistakes in the
 * contents take the place of these.
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

/** What holds, and is broken nowhere in the case. */
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
 * What says by itself on what else it rests, such as a schema that has no place for a field, is no answer to question;
 * nor is what an extension, or a scenario of controllers, makes of observations of its own form.
 */
function isInstance(finding: Finding): boolean {
  if (finding.result !== "held" || finding.note !== undefined) return false;
  const { instances, requirement } = finding;
  return instances > 0 && isRequirementId(requirement) && !isControllerRequirement(requirement);
}

function asHollow({ requirement, evidence }: Finding): Finding {
  const note =
    "the check would not have noticed any mistake: its judge also accepts altered observations";
  const nothing = { holds: true, expected: "", actual: "", instances: 0 };
  return claim(requirement, { ...nothing, evidence, note });
}
