import type { Freedom } from "#reference";

export type Combinable = Pick<Freedom, "decides" | "declares"> &
  Partial<Pick<Freedom, "name" | "excludes">>;

const maxSetSize = 8;

const randomSize = 6;

/**
 * Whether two freedoms can be combined: they concern different decisions, neither changes what the other removes, and
 * neither excludes the other.
 */
export function areCompatible(one: Combinable, other: Combinable): boolean {
  if (one === other) return false;
  if (one.decides !== undefined && one.decides === other.decides) return false;
  return !excludes(one, other) && !excludes(other, one);
}

function excludes(one: Combinable, other: Combinable): boolean {
  if (other.name !== undefined && one.excludes?.includes(other.name) === true) return true;
  const taken = (other.declares ?? []).filter(({ put }) => put === undefined);
  return (one.declares ?? []).some(
    ({ at, put }) => put !== undefined && taken.some((edit) => covers(edit.at, at)),
  );
}

function covers(outer: string, inner: string): boolean {
  const [outerSteps, innerSteps] = [outer.split("/"), inner.split("/")];
  return (
    outerSteps.length <= innerSteps.length &&
    outerSteps.every((step, index) => [step, "*"].includes(innerSteps[index] ?? "") || step === "*")
  );
}

/** Computes sets of freedoms that together contain every compatible pair: a covering array of strength 2. */
export function coveringSets<One extends Combinable>(
  freedoms: readonly One[],
): readonly (readonly One[])[] {
  const open = new Map(
    freedoms.map((one) => [one, new Set(freedoms.filter((other) => areCompatible(one, other)))]),
  );
  const sets: (readonly One[])[] = [];
  for (;;) {
    const first = mostOpen(freedoms, (one) => open.get(one)?.size ?? 0);
    if (first === undefined) return sets;
    const set = [first];
    while (set.length < maxSetSize) {
      const fitting = freedoms.filter((one) => set.every((other) => areCompatible(one, other)));
      const next = mostOpen(
        fitting,
        (one) => set.filter((other) => open.get(other)?.has(one)).length,
      );
      if (next === undefined) break;
      set.push(next);
    }
    for (const one of set) for (const other of set) open.get(one)?.delete(other);
    sets.push(set);
  }
}

/**
 * Finds the freedom with the most uncovered pairs, or the first of them in case of a tie. Returns undefined if every
 * pair is covered.
 */
function mostOpen<One>(freedoms: readonly One[], left: (one: One) => number): One | undefined {
  let best: One | undefined;
  let most = 0;
  for (const one of freedoms) {
    const count = left(one);
    if (count > most) [best, most] = [one, count];
  }
  return best;
}

/**
 * Generates random sets of up to six compatible freedoms. `random` returns numbers from 0 (inclusive) to 1 (exclusive).
 */
export function randomSets<One extends Combinable>(
  freedoms: readonly One[],
  count: number,
  random: () => number,
): readonly (readonly One[])[] {
  return Array.from({ length: count }, () => {
    const set: One[] = [];
    let left = freedoms;
    while (set.length < randomSize && left.length > 0) {
      const drawn = left[Math.floor(random() * left.length)];
      if (drawn === undefined) break;
      set.push(drawn);
      left = left.filter((one) => areCompatible(one, drawn) && !set.includes(one));
    }
    return set;
  });
}
