import * as fc from "fast-check";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { isRequirementId } from "#contract";
import type { RequirementId } from "#contract";
import type { CheckContext } from "../check.ts";
import { randomFor } from "../random.ts";
import { atOnce, attemptAll } from "./attempt.ts";
import type { Property } from "./attempt.ts";
import type { Judgement, Trouble } from "./judgement.ts";
import { parsePath, printPath } from "./path.ts";
import { simplify } from "./simplify.ts";

/** What a search came to. Plain data: of all that was observed only the counterexample is kept. */
export interface Searched<Observed> {
  readonly inputs: number;
  readonly exercised: Readonly<Partial<Record<RequirementId, number>>>;
  /** The simplest input that was found for which the property does not hold. */
  readonly found?: {
    readonly path: string;
    /** How many simpler inputs were tried. */
    readonly tried: number;
    readonly observed: Observed;
  };
  readonly trouble?: Trouble;
}

/** Part of the time of a case that looking for a counterexample may take. */
const share = 0.55;

/**
 * Looks for an input for which a property does not hold, and for a simpler one in its place. Inputs follow
 * from the seed of the run, the case and their number alone; which one is reported depends on outcomes and
 * not on time, as long as the limits of time are not reached.
 */
export async function search<Input, Observed>(
  context: CheckContext,
  property: Property<Input, Observed>,
): Promise<Searched<Observed>> {
  const base = context.random.below(2 ** 31 - 1);
  const inputAt = (number: number): Input => {
    const seed = randomFor(base, String(number)).below(2 ** 31 - 1);
    return property.inputs.generate(new fc.Random(xoroshiro128plus(seed)), undefined).value;
  };
  const { replay } = context.effort;
  if (replay !== undefined) return replayed(context, property, { inputAt, text: replay.path });
  const runs = Math.max(1, Math.round(context.effort.runs / (property.cost ?? 1)));
  const isLate = deadlineOf(context);
  const count = new Tally();
  while (!isLate() && !count.isStuck && !context.signal.aborted) {
    const left = context.effort.budgetMs === undefined ? runs - count.inputs : atOnce;
    const numbers = Array.from(
      { length: Math.min(atOnce, Math.max(0, left)) },
      (_, position) => count.inputs + position,
    );
    if (numbers.length === 0) break;
    const attempts = await attemptAll(
      { context, property, isLate },
      numbers.map((number) => ({ path: { input: number, turns: [] }, input: inputAt(number) })),
    );
    for (const { judgement } of attempts) count.add(judgement);
    const failing = attempts.find(({ judgement }) => judgement.violation !== undefined);
    if (failing !== undefined) {
      const { best, tried: simpler } = await simplify(context, property, failing);
      const found = { path: printPath(best.path), tried: simpler, observed: best.observed };
      return { ...count.sum(), found };
    }
  }
  return count.sum();
}

/** Whether the time for searching is over: that of the case, or its share of a budget. */
function deadlineOf({ effort, limits }: CheckContext): () => boolean {
  const untilMs = performance.now() + (effort.budgetMs ?? limits.caseMs * share);
  return () => performance.now() >= untilMs;
}

/** Adds up what was exercised. */
class Tally {
  readonly #exercised = new Map<RequirementId, number>();
  #inputs = 0;
  #trouble: Trouble | undefined;

  get inputs(): number {
    return this.#inputs;
  }

  /** Whether the connection failed, so that going on would only find the same again. */
  get isStuck(): boolean {
    return this.#trouble?.isError === true;
  }

  add({ exercised, trouble }: Judgement): void {
    this.#inputs += 1;
    this.#trouble ??= trouble;
    for (const [name, count] of Object.entries(exercised)) {
      if (isRequirementId(name)) {
        this.#exercised.set(name, (this.#exercised.get(name) ?? 0) + count);
      }
    }
  }

  sum(): Omit<Searched<never>, "found"> {
    const exercised = Object.fromEntries(this.#exercised);
    const trouble = this.#trouble === undefined ? {} : { trouble: this.#trouble };
    return { inputs: this.#inputs, exercised, ...trouble };
  }
}

/** Walks a path to the input that it names, and plays that one alone. */
async function replayed<Input, Observed>(
  context: CheckContext,
  property: Property<Input, Observed>,
  { inputAt, text }: { readonly inputAt: (number: number) => Input; readonly text: string },
): Promise<Searched<Observed>> {
  const path = parsePath(text);
  if (path === undefined) throw new Error(`"${text}" is no path to an input.`);
  let input = inputAt(path.input);
  for (const turn of path.turns) {
    const next = [...property.simpler(input)][turn];
    if (next === undefined) {
      throw new Error(`The path ${text} leads nowhere: it is of another seed, case or release.`);
    }
    input = next;
  }
  const [walked] = await attemptAll({ context, property, isLate: never }, [{ path, input }]);
  if (walked === undefined) throw new Error("A path was not walked.");
  const { observed, judgement } = walked;
  const { exercised, trouble, violation } = judgement;
  return {
    inputs: 1,
    exercised,
    ...(violation === undefined ? {} : { found: { path: text, tried: 0, observed } }),
    ...(trouble === undefined ? {} : { trouble }),
  };
}

function never(): boolean {
  return false;
}
