import type { Resource } from "#contract";
import { flushStatus } from "./flush-status.ts";
import type { Flush, StatusWriting } from "./flush-status.ts";
import { StagedStatus } from "./staged-status.ts";

/** What a reconcile gave, and what became of its status. */
export interface Reported<Result> {
  readonly result: Result;
  readonly flush: Flush;
}

/** One reconcile: looks at the object, acts, and stages what is to be said about it. */
export type StatusWork<Result> = (staged: StagedStatus) => Promise<Result>;

/**
 * Runs one reconcile and flushes what it staged, once, however the reconcile ends: also after an early
 * return, and after an error.
 *
 * @throws what `work` throws; StatusNotWritten where the flush fails; both as an AggregateError where
 * both happen, so that neither hides the other.
 */
export async function reportStatus<Result>(
  object: Resource,
  work: StatusWork<Result>,
  { writing, signal }: { readonly writing: StatusWriting; readonly signal: AbortSignal },
): Promise<Reported<Result>> {
  const staged = new StagedStatus(object);
  const [worked] = await Promise.allSettled([work(staged)]);
  const [flushed] = await Promise.allSettled([flushStatus(staged, writing, signal)]);
  if (worked.status === "rejected" && flushed.status === "rejected") {
    throw new AggregateError(
      [worked.reason, flushed.reason],
      "the reconcile failed, and so did the flush of its status",
    );
  }
  if (worked.status === "rejected") throw worked.reason;
  if (flushed.status === "rejected") throw flushed.reason;
  return { result: worked.value, flush: flushed.value };
}
