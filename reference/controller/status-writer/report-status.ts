import type { Resource } from "#contract";
import { flushStatus } from "./flush-status.ts";
import type { Flush, StatusWriting } from "./flush-status.ts";
import { StagedStatus } from "./staged-status.ts";

/** The result of a reconcile, and the result of flushing its status. */
export interface Reported<Result> {
  readonly result: Result;
  readonly flush: Flush;
}

/** A single reconcile: reads the object, acts, and stages its status. */
export type StatusWork<Result> = (staged: StagedStatus) => Promise<Result>;

/**
 * Runs one reconcile and flushes its staged changes exactly once, even after an early return or an error.
 *
 * @throws the error of `work`, a StatusNotWritten if the flush fails, or an AggregateError with both.
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
