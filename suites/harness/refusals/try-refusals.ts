import type { Command, ObjectKey, Resource } from "#contract";
import { readOf } from "../commands/sample-commands.ts";
import { isSame } from "../judging/describe-differences.ts";
import type { Finding } from "../judging/finding.ts";
import { incidental } from "../judging/given.ts";
import { isSent, objectOf, refusalOf } from "../judging/recorded-step.ts";
import type { CheckContext, Fixture } from "../session/check.ts";
import { judgeNoneMoved } from "./none-moved.ts";
import { judgeReason, tryRefusal } from "./try-refusal.ts";
import type { RefusalTrial } from "./none-moved.ts";
import type { RefusalExpectation } from "./try-refusal.ts";

export type Subject = Pick<Fixture, "key" | "object">;

export interface RefusalSeries<Mistake, S extends Subject> {
  readonly mistakes: readonly Mistake[];
  readonly prepare: () => Promise<S>;
  readonly attempt: (mistake: Mistake, subject: S) => Command;
  /** Creates the corrected command, given the stored object after the attempts. */
  readonly repair: (stored: Resource, subject: S) => Command;
}

export type Tried<Mistake> = Mistake & { readonly key: ObjectKey; readonly trial: RefusalTrial };

/**
 * Makes one attempt for each type of error. All attempts are sent concurrently on one object. If each is rejected and
 * the object stays unchanged, the attempts cannot have affected each other, and they share the reads, the wait for
 * events and the control. Otherwise the result is dropped, and each attempt is repeated on a separate object.
 */
export async function tryRefusals<Mistake extends object, S extends Subject>(
  context: CheckContext,
  series: RefusalSeries<Mistake, S>,
): Promise<readonly Tried<Mistake>[]> {
  if (series.mistakes.length === 0) return [];
  const together = await tryTogether(context, series);
  return together ?? Promise.all(series.mistakes.map((one) => tryAlone(context, series, one)));
}

/** Sends all attempts to one object. Resolves with undefined if the attempts may have affected each other. */
async function tryTogether<Mistake extends object, S extends Subject>(
  context: CheckContext,
  { mistakes, prepare, attempt, repair }: RefusalSeries<Mistake, S>,
): Promise<readonly Tried<Mistake>[] | undefined> {
  const subject = await prepare();
  const { key } = subject;
  const before = await context.call(readOf(key));
  const tried = await Promise.all(
    mistakes.map(async (mistake) => ({
      mistake,
      step: await context.call(attempt(mistake, subject)),
    })),
  );
  const after = await context.call(readOf(key));
  const stored = objectOf(after);
  const areRefused = tried.every(({ step }) => !isSent(step) || refusalOf(step) !== undefined);
  if (stored === undefined || !areRefused || !isSame(objectOf(before), stored)) return undefined;
  const events = await context.settle(key);
  const control = await context.call(repair(stored, subject));
  return tried.map(({ mistake, step }) => ({
    ...mistake,
    key,
    trial: { before, attempt: step, after, events, control },
  }));
}

async function tryAlone<Mistake extends object, S extends Subject>(
  context: CheckContext,
  { prepare, attempt, repair }: RefusalSeries<Mistake, S>,
  mistake: Mistake,
): Promise<Tried<Mistake>> {
  const subject = await prepare();
  const trial = await tryRefusal(context, {
    key: subject.key,
    attempt: attempt(mistake, subject),
    repair: (stored) => repair(stored, subject),
  });
  return { ...mistake, key: subject.key, trial };
}

export interface TriedMistake {
  readonly because: string;
  readonly trial: RefusalTrial;
}

/**
 * Requires that several invalid requests are rejected as one requirement demands, and that no rejected request changed
 * anything. Requests that the target cannot express were never sent and do not count.
 */
export function judgeRefusals(
  expectation: Omit<RefusalExpectation, "because">,
  mistakes: readonly TriedMistake[],
): readonly Finding[] {
  const sent = mistakes.filter(({ trial }) => isSent(trial.attempt));
  const { requirement } = expectation;
  return [
    ...sent.map(({ because, trial }) => judgeReason(trial, { ...expectation, because })),
    ...(sent.length === 0
      ? incidental([requirement], "none of the invalid requests can be sent to the API")
      : []),
    ...judgeNoneMoved(sent.map(({ trial }) => trial)),
  ];
}
