import { contractSemantics, contradictionOf, inCatalogue } from "#contract";
import type { RequirementId } from "#contract";
import type { Freedom } from "#reference";
import { declaredSemantics, explanationOf } from "./freedom-run.ts";
import { areCompatible } from "./freedom-sets.ts";

export interface FreedomGroup {
  readonly freedoms: readonly Freedom[];
  /** The requirements that no preceding group tests with one of the freedoms. */
  readonly open: readonly RequirementId[];
}

export interface GroupOptions {
  readonly requirements: readonly RequirementId[];
  readonly most: number;
  /** Returns numbers from 0 (inclusive) to 1 (exclusive). Decides which freedoms share a group. */
  readonly random: () => number;
}

interface Scope {
  readonly freedom: Freedom;
  readonly judged: ReadonlySet<RequirementId>;
  /**
   * The requirements that need not pass with this freedom. A run with it therefore cannot show whether they pass with
   * another freedom.
   */
  readonly masked: readonly RequirementId[];
}

/**
 * Computes groups of compatible freedoms. Together, the groups test each freedom with all requirements that a separate
 * run with this freedom would judge. A freedom that makes a requirement inapplicable hides it from the other freedoms
 * of its group. Another group then contains the affected freedoms as well, and tests only the requirements that are
 * still open.
 */
export function freedomGroups(
  freedoms: readonly Freedom[],
  { requirements, most, random }: GroupOptions,
): readonly FreedomGroup[] {
  const scopes = shuffled(freedoms, random).map((freedom) => scopeOf(freedom, requirements));
  const open = new Map(scopes.map((scope) => [scope, new Set(scope.judged)]));
  const groups: FreedomGroup[] = [];
  for (;;) {
    const group = nextGroup(scopes, open, most);
    if (group.members.length === 0) return groups;
    const tested = new Set(group.members.flatMap((scope) => testedIn(group, scope, open)));
    for (const scope of group.members) {
      for (const requirement of testedIn(group, scope, open)) open.get(scope)?.delete(requirement);
    }
    groups.push({ freedoms: group.members.map(({ freedom }) => freedom), open: [...tested] });
  }
}

function testedIn(group: Group, scope: Scope, open: Open): readonly RequirementId[] {
  return [...(open.get(scope) ?? [])].filter((requirement) => !group.hides(requirement, scope));
}

/**
 * Returns the requirements that a run with this freedom judges. No other requirement applies, according to the
 * freedom's declarations.
 */
export function judgedUnder(
  freedom: Freedom,
  requirements: readonly RequirementId[],
): ReadonlySet<RequirementId> {
  const declared = declaredSemantics([freedom]);
  return new Set(
    requirements.filter((requirement) =>
      isUsuallyContradicted(requirement)
        ? presumedBy(requirement).some((name) => declared.has(name))
        : !isExplained(requirement, freedom, ["not-applicable"]),
    ),
  );
}

function scopeOf(freedom: Freedom, requirements: readonly RequirementId[]): Scope {
  return {
    freedom,
    judged: judgedUnder(freedom, requirements),
    masked: requirements.filter(
      (requirement) =>
        freedom.disturbs !== undefined ||
        (!isUsuallyContradicted(requirement) && isExplained(requirement, freedom, openVerdicts)),
    ),
  };
}

function presumedBy(requirement: RequirementId): readonly string[] {
  return Object.keys(inCatalogue(requirement)?.presumes ?? {});
}

function isUsuallyContradicted(requirement: RequirementId): boolean {
  return contradictionOf(inCatalogue(requirement)?.presumes ?? {}, contractSemantics) !== undefined;
}

const openVerdicts = ["not-applicable", "inconclusive", "untestable"] as const;

function isExplained(
  requirement: RequirementId,
  freedom: Freedom,
  among: readonly (typeof openVerdicts)[number][],
): boolean {
  return among.some((verdict) => explanationOf({ requirement, verdict }, [freedom]) !== undefined);
}

type Open = ReadonlyMap<Scope, ReadonlySet<RequirementId>>;

class Group {
  readonly members: Scope[] = [];
  readonly #maskers = new Map<RequirementId, Scope[]>();

  hides(requirement: RequirementId, scope: Scope): boolean {
    return this.#maskers.get(requirement)?.some((masker) => masker !== scope) === true;
  }

  add(scope: Scope): void {
    this.members.push(scope);
    for (const requirement of scope.masked) {
      this.#maskers.set(requirement, [...(this.#maskers.get(requirement) ?? []), scope]);
    }
  }

  accepts({ freedom }: Scope): boolean {
    return this.members.every((member) => areCompatible(member.freedom, freedom));
  }

  /** Returns the change in the number of open requirements that the group tests, summed over its freedoms. */
  gainOf(scope: Scope, open: Open): number {
    const gained = [...(open.get(scope) ?? [])].filter((one) => !this.hides(one, scope)).length;
    const lost = this.members.map(
      (member) =>
        scope.masked.filter((one) => open.get(member)?.has(one) && !this.hides(one, member)).length,
    );
    return gained - lost.reduce((sum, count) => sum + count, 0);
  }
}

function nextGroup(scopes: readonly Scope[], open: Open, most: number): Group {
  const group = new Group();
  while (group.members.length < most) {
    const fitting = scopes.filter((scope) => group.accepts(scope));
    const next = bestOf(fitting, (scope) => group.gainOf(scope, open));
    if (next === undefined) break;
    group.add(next);
  }
  return group;
}

/** Finds the first item with the highest positive gain. Returns undefined if no item has a gain. */
function bestOf<One>(items: readonly One[], gain: (one: One) => number): One | undefined {
  let best: One | undefined;
  let most = 0;
  for (const one of items) {
    const value = gain(one);
    if (value > most) [best, most] = [one, value];
  }
  return best;
}

function shuffled<One>(items: readonly One[], random: () => number): readonly One[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
