import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { counted, isRequirementId } from "#contract";
import type { RequirementId } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { randomFor } from "../session/random.ts";
import { attemptAll, parsePath, printPath } from "./attempt.ts";
import type { Attempt, Attempting, Candidate, Property } from "./attempt.ts";
import { shareOfSearching } from "./out-of-time.ts";
import type { Judgement, JudgingProblem } from "./sequence-judgement.ts";
import { simplify } from "./simplify.ts";

/** The result of a search. Plain data. Observations are only kept for the counterexample. */
export interface Searched<Observed> {
  readonly inputs: number;
  readonly exercised: Readonly<Partial<Record<RequirementId, number>>>;
  readonly found?: Counterexample<Observed>;
  /** The simplest input for each further requirement that later inputs violate. Absent if there is none. */
  readonly others?: readonly Counterexample<Observed>[];
  readonly trouble?: JudgingProblem;
}

export interface Counterexample<Observed> {
  readonly path: string;
  readonly tried: number;
  readonly observed: Observed;
}

/** Maximum number of counterexamples. A later run can find more, once the causes of the reported ones are fixed. */
const maxFound = 4;

/** The share of a case's time for replaying a failed input. */
const shareOfConfirming = 0.1;

/**
 * Searches for a counterexample and simplifies it. Then searches for inputs that violate another requirement, and
 * ignores inputs that violate the same requirement. An input depends only on the seed of the run, the case and the
 * number of the input. The reported input depends on outcomes and not on time, unless a time limit is reached.
 */
export async function search<Input, Observed>(
  context: CheckContext,
  property: Property<Input, Observed>,
): Promise<Searched<Observed>> {
  const arbitraries = await import("./arbitraries.ts");
  const { Random } = arbitraries.fc;
  const inputs = property.inputs(arbitraries);
  const base = context.random.below(2 ** 31 - 1);
  const inputAt = (number: number): Input => {
    const seed = randomFor(base, String(number)).below(2 ** 31 - 1);
    return inputs.generate(new Random(xoroshiro128plus(seed)), undefined).value;
  };
  const { replay } = context.proofBudget;
  if (replay !== undefined) return replayed(context, property, { inputAt, text: replay.path });
  const most = Math.max(1, Math.round(context.proofBudget.runs / (property.cost ?? 1)));
  const isLate = deadlineOf(context);
  const count = new Tally();
  const inputsOf = {
    inputAt,
    most: context.proofBudget.budgetMs === undefined ? most : Infinity,
    count,
  };
  const known = new Set<RequirementId>();
  const examples: Counterexample<Observed>[] = [];
  for (let from = 0; examples.length < maxFound;) {
    const attempting = { context, property: steppingOver(property, known), isLate };
    const failing = await firstFailing(attempting, { ...inputsOf, from });
    const { violation } = failing?.judgement ?? {};
    if (failing === undefined || violation === undefined) break;
    const { best, tried } = await simplify(context, attempting.property, failing);
    examples.push({ path: printPath(best.path), tried, observed: best.observed });
    known.add(violation.requirement);
    from = failing.path.input + 1;
  }
  const [found, ...others] = examples;
  return {
    ...count.sum(),
    ...(found === undefined ? {} : { found }),
    ...(others.length === 0 ? {} : { others }),
  };
}

/** Ignores violations that were already found. */
function steppingOver<Input, Observed>(
  property: Property<Input, Observed>,
  known: ReadonlySet<RequirementId>,
): Property<Input, Observed> {
  if (known.size === 0) return property;
  const judge = (observed: Observed): Judgement => {
    const { violation, ...rest } = property.judge(observed);
    return violation === undefined || known.has(violation.requirement)
      ? rest
      : { ...rest, violation };
  };
  return { ...property, judge };
}

/**
 * Number of inputs per case that are played concurrently, so that the delays of a slow network overlap. The session
 * limits their total over all cases.
 */
const concurrency = 32;

interface Inputs<Input> {
  readonly from: number;
  readonly inputAt: (number: number) => Input;
  readonly most: number;
  readonly count: Tally;
}

/**
 * Plays inputs concurrently, and evaluates them in order. The first failure is therefore the failure with the lowest
 * number, regardless of the order in which inputs finish. Later failures do not count.
 */
async function firstFailing<Input, Observed>(
  attempting: Attempting<Input, Observed>,
  { from, inputAt, most, count }: Inputs<Input>,
): Promise<Attempt<Input, Observed> | undefined> {
  const { context } = attempting;
  const running: Promise<Attempt<Input, Observed> | undefined>[] = [];
  let [started, lowestFailing] = [from, Infinity];
  const start = async (number: number): Promise<Attempt<Input, Observed> | undefined> => {
    const isLate = (): boolean => attempting.isLate() || number > lowestFailing;
    const candidate = { path: { input: number, turns: [] }, input: inputAt(number) };
    const first = await playSoundly({ ...attempting, isLate }, candidate);
    if (first === undefined || !isFailing(first)) return first;
    const attempt = await confirmed(attempting, first);
    if (isFailing(attempt)) lowestFailing = Math.min(lowestFailing, number);
    return attempt;
  };
  const mayStart = (): boolean =>
    started < Math.min(most, lowestFailing) &&
    !(count.isStuck || attempting.isLate() || context.signal.aborted);
  const beginMore = (): void => {
    for (; running.length < concurrency && mayStart(); started += 1) {
      const attempt = start(started);
      // Prevents an unhandled rejection: promises are awaited in order, possibly after they were rejected.
      attempt.catch(() => {});
      running.push(attempt);
    }
  };
  try {
    for (;;) {
      beginMore();
      const next = running.shift();
      if (next === undefined) return undefined;
      const attempt = await next;
      if (attempt === undefined) continue;
      count.add(attempt.judgement);
      if (isFailing(attempt)) return attempt;
    }
  } finally {
    // Waits for pending inputs, because they could otherwise create objects after the last removal.
    await Promise.allSettled(running);
  }
}

/**
 * Plays a candidate. Plays it again with new objects after a connection failure, because one lost response among
 * thousands proves nothing about the target. The result of the second attempt is used.
 */
async function playSoundly<Input, Observed>(
  attempting: Attempting<Input, Observed>,
  candidate: Candidate<Input>,
): Promise<Attempt<Input, Observed> | undefined> {
  const [first] = await attemptAll(attempting, [candidate]);
  if (first === undefined || isFailing(first) || !isLost(first)) return first;
  const [second] = await attemptAll(attempting, [candidate]);
  return second ?? first;
}

/** Maximum number of times that a failed input is replayed before its failure is ignored as nondeterministic. */
const maxRepeats = 3;

/**
 * Replays a failed input of a nondeterministic property, because a stalled machine also violates timing rules. A
 * violation that recurs as often as the property requires is reported. Any other violation is doubtful, and the search
 * continues.
 */
async function confirmed<Input, Observed>(
  { context, property }: Attempting<Input, Observed>,
  failing: Attempt<Input, Observed>,
): Promise<Attempt<Input, Observed>> {
  const { confirmations = 1 } = property;
  const isLate = within(context.limits.caseMs * shareOfConfirming);
  const seen = new Map<RequirementId, number>();
  let last = failing;
  for (let repeat = 0; ; repeat += 1) {
    const { violation } = last.judgement;
    if (violation !== undefined) {
      const count = (seen.get(violation.requirement) ?? 0) + 1;
      if (count >= confirmations) return last;
      seen.set(violation.requirement, count);
    }
    const [next] =
      repeat === maxRepeats ? [] : await attemptAll({ context, property, isLate }, [last]);
    if (next === undefined) return doubted(failing, repeat);
    last = next;
  }
}

function doubted<Input, Observed>(
  { judgement, ...attempt }: Attempt<Input, Observed>,
  repeats: number,
): Attempt<Input, Observed> {
  const { violation, trouble, exercised } = judgement;
  const doubt = violation && {
    requirement: violation.requirement,
    isError: false,
    reason: `seen once, ${repeats === 0 ? "no time left to reproduce it" : `not reproduced in ${counted(repeats, "repetition")}`}: ${violation.actual}`,
    evidence: violation.evidence,
  };
  const left = trouble ?? doubt;
  return { ...attempt, judgement: { exercised, ...(left === undefined ? {} : { trouble: left }) } };
}

function isLost({ judgement }: Attempt<unknown, unknown>): boolean {
  return judgement.trouble?.isError === true;
}

function isFailing({ judgement }: Attempt<unknown, unknown>): boolean {
  return judgement.violation !== undefined;
}

function deadlineOf({ proofBudget, limits }: CheckContext): () => boolean {
  return within(proofBudget.budgetMs ?? limits.caseMs * shareOfSearching);
}

function within(durationMs: number): () => boolean {
  const untilMs = performance.now() + durationMs;
  return () => performance.now() >= untilMs;
}

class Tally {
  readonly #exercised = new Map<RequirementId, number>();
  #inputs = 0;
  #trouble: JudgingProblem | undefined;

  get inputs(): number {
    return this.#inputs;
  }

  /** If the connection failed, continuing would only lead to the same failure. */
  get isStuck(): boolean {
    return this.#trouble?.isError === true;
  }

  add({ exercised, trouble }: Judgement): void {
    this.#inputs += 1;
    if (!this.isStuck && (this.#trouble === undefined || trouble?.isError === true)) {
      this.#trouble = trouble ?? this.#trouble;
    }
    for (const [name, count] of Object.entries(exercised)) {
      if (isRequirementId(name)) {
        this.#exercised.set(name, (this.#exercised.get(name) ?? 0) + (count ?? 0));
      }
    }
  }

  sum(): Omit<Searched<never>, "found"> {
    const exercised = Object.fromEntries(this.#exercised);
    const trouble = this.#trouble === undefined ? {} : { trouble: this.#trouble };
    return { inputs: this.#inputs, exercised, ...trouble };
  }
}

async function replayed<Input, Observed>(
  context: CheckContext,
  property: Property<Input, Observed>,
  { inputAt, text }: { readonly inputAt: (number: number) => Input; readonly text: string },
): Promise<Searched<Observed>> {
  const path = parsePath(text);
  if (path === undefined) throw new Error(`"${text}" is not the path of an input.`);
  let input = inputAt(path.input);
  for (const turn of path.turns) {
    const next = [...property.simpler(input)][turn];
    if (next === undefined) {
      throw new Error(
        `The path ${text} does not exist: it belongs to another seed, case or release.`,
      );
    }
    input = next;
  }
  const walked = await playSoundly({ context, property, isLate: never }, { path, input });
  if (walked === undefined) throw new Error("No input has this path.");
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
