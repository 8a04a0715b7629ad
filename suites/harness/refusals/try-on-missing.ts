import type { Command, ObjectKey } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { readOf } from "../commands/sample-commands.ts";
import { isSent, refusalOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import type { Tried } from "./try-refusals.ts";

export interface MissingSeries<Mistake> {
  readonly mistakes: readonly Mistake[];
  readonly attempt: (mistake: Mistake, missing: ObjectKey) => Command;
  /** Sends the same command without the error, for another object. Called once per unused key. */
  readonly control: () => Promise<Step>;
}

/**
 * Makes one attempt for each type of error. All attempts are sent concurrently with one unused key. If an object
 * appears under that key, or an attempt is accepted, each attempt is repeated with a separate key.
 */
export async function tryOnMissing<Mistake extends object>(
  context: CheckContext,
  series: MissingSeries<Mistake>,
): Promise<readonly Tried<Mistake>[]> {
  const { mistakes } = series;
  if (mistakes.length === 0) return [];
  const together = await tryUnderOneKey(context, series);
  const areRefused = together.every(
    ({ trial: { attempt, after } }) =>
      (!isSent(attempt) || refusalOf(attempt) !== undefined) && refusalOf(after) !== undefined,
  );
  if (areRefused || mistakes.length === 1) return together;
  const alone = await Promise.all(
    mistakes.map((mistake) => tryUnderOneKey(context, { ...series, mistakes: [mistake] })),
  );
  return alone.flat();
}

async function tryUnderOneKey<Mistake extends object>(
  context: CheckContext,
  { mistakes, attempt, control }: MissingSeries<Mistake>,
): Promise<readonly Tried<Mistake>[]> {
  const key = context.unusedKey();
  const before = await context.call(readOf(key));
  const steps = await Promise.all(
    mistakes.map(async (mistake) => ({ mistake, step: await context.call(attempt(mistake, key)) })),
  );
  const after = await context.call(readOf(key));
  const events = await context.settle(key);
  const repaired = await control();
  return steps.map(({ mistake, step }) => ({
    ...mistake,
    key,
    trial: { before, attempt: step, after, events, control: repaired },
  }));
}
