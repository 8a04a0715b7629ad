import { setTimeout as pause } from "node:timers/promises";
import { describeOutcome, isSameVersion, keyOf } from "#contract";
import type { CreateCommand, DeleteCommand, ObjectKey, Resource, UpdateCommand } from "#contract";
import { SetupFailed } from "../session/check.ts";
import type { CheckContext, Fixture } from "../session/check.ts";
import {
  acceptedObject,
  changingStatuses,
  countedStatus,
  freshCount,
  readOf,
  sampleSpec,
  specWrite,
  statusWrite,
  wholeWrite,
} from "./sample-commands.ts";
import { isAccepted, objectOf, refusalOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";

/** An accepted write: the object in the response, and the number of the exchange. */
export type Written = Pick<Fixture, "exchange" | "object">;

/**
 * Sets the counter of the status to each of `counts` sequentially, each at the current version. Resolves with the
 * accepted writes.
 *
 * @throws SetupFailed when a write is not accepted.
 */
export async function writeStatuses(
  context: CheckContext,
  from: Written,
  counts: readonly number[],
): Promise<readonly Written[]> {
  const written: Written[] = [];
  let current = from;
  for (const count of counts) {
    const { resourceVersion } = current.object.metadata;
    const fresh = freshCount(context, count);
    const changing = changingStatuses(context, current.object, { from: fresh, most: 1 });
    const [status = countedStatus(context, fresh)] = changing;
    const write = { resourceVersion, status };
    const step = await context.call(statusWrite(context, keyOf(current.object), write));
    const object = acceptedObject(step, "a status write failed");
    current = { exchange: step.exchange, object };
    written.push(current);
  }
  return written;
}

/**
 * Reads an object after a write, for a comparison with later reads: a response may contain fields that reads omit, which
 * other requirements judge. Resolves with the written object if the read shows another version.
 */
export async function readVersion(context: CheckContext, written: Resource): Promise<Resource> {
  const read = objectOf(await context.call(readOf(keyOf(written))));
  return read !== undefined && isSameVersion(read, written) ? read : written;
}

/**
 * Replaces the spec of an object with a sample, at the object's current version.
 *
 * @throws SetupFailed when the write is not accepted.
 */
export async function writeSpec(
  context: CheckContext,
  from: Written,
  index: number,
): Promise<Written> {
  return acceptedSpec(await callForSpec(context, from, index));
}

function callForSpec(
  context: CheckContext,
  { object }: Written,
  index: number,
): Promise<Step<UpdateCommand>> {
  const { resourceVersion } = object.metadata;
  const write = { resourceVersion, spec: sampleSpec(context, index) };
  return context.call(specWrite(keyOf(object), write));
}

function acceptedSpec(step: Step): Written {
  return { exchange: step.exchange, object: acceptedObject(step, "the spec update failed") };
}

/**
 * Replaces the spec of an object with a sample, at the object's current version. If the kind has no operation that
 * changes a spec, or the target rejects each new spec as invalid, as for a job, writes a status instead.
 *
 * @throws SetupFailed when the write is not accepted.
 */
export async function writeSpecOrStatus(
  context: CheckContext,
  from: Written,
  index: number,
): Promise<Written> {
  if (context.kind.operations.update.length > 0) {
    const step = await callForSpec(context, from, index);
    if (refusalOf(step)?.reason !== "invalid") return acceptedSpec(step);
  }
  const [written = from] = await writeStatuses(context, from, [specSampleOffset + index]);
  return written;
}

/**
 * Offset of the sample indexes of specs. A status that is written instead of a spec then differs from the other
 * statuses of a check.
 */
const specSampleOffset = 100;

/**
 * Changes the labels of an object, at the object's current version.
 *
 * @throws SetupFailed when the write is not accepted.
 */
export async function writeLabels(
  context: CheckContext,
  from: Written,
  labels: NonNullable<UpdateCommand["labels"]>,
): Promise<Written> {
  const step = await context.call(wholeWrite(context.kind, from.object, { labels }));
  const object = acceptedObject(step, "the label update failed");
  return { exchange: step.exchange, object };
}

/**
 * Deletes an object, and waits until reads no longer show it. Does not wait for an object that is held by a finalizer.
 *
 * @throws SetupFailed when the delete request is not accepted, or the object still exists several seconds later.
 */
export async function deleteObject(
  context: CheckContext,
  key: ObjectKey,
): Promise<Step<DeleteCommand>> {
  const step = await requestDeletion(context, key);
  const last = await awaitRemoval(context, key);
  if (last === undefined) return step;
  const problem = isTerminating(last)
    ? "the object was still terminating several seconds after its deletion"
    : "the object still existed several seconds after its deletion";
  throw new SetupFailed(problem, last);
}

/**
 * Requests the deletion of an object, without waiting until it takes effect.
 *
 * @throws SetupFailed when the delete request is not accepted.
 */
export async function requestDeletion(
  context: CheckContext,
  key: ObjectKey,
): Promise<Step<DeleteCommand>> {
  const step = await context.call({ verb: "delete", identity: "author", key });
  if (isAccepted(step)) return step;
  throw new SetupFailed(`the object could not be deleted: ${describeOutcome(step.outcome)}`, step);
}

/**
 * Waits until reads no longer show a deleted object. A target may remove the object some time after it accepted the
 * delete request. Resolves with the last read if it still shows the object after at least `patienceMs`, and after the
 * deletion time that the object states, and no finalizer holds the object.
 */
export async function awaitRemoval(
  context: Pick<CheckContext, "ageMs" | "call" | "signal">,
  key: ObjectKey,
  patienceMs = 0,
): Promise<Step | undefined> {
  const last = await awaitPromptRemoval(context, key, patienceMs);
  const graceMs = last === undefined ? 0 : graceLeftMs(last, context.ageMs?.(key));
  return graceMs > 0 ? await awaitPromptRemoval(context, key, graceMs) : last;
}

/**
 * Time until the deletion time of an object, which includes its grace period, as in Kubernetes. If the object has a
 * creation time, only times of the same clock are compared, because the clocks of the target and the suite may differ.
 */
function graceLeftMs({ outcome }: Step, ageMs: number | undefined): number {
  if (outcome.result !== "object") return 0;
  const { creationTimestamp = "", deletionTimestamp = "" } = outcome.object.metadata;
  const deletedMs = Date.parse(deletionTimestamp);
  const lifeMs = deletedMs - Date.parse(creationTimestamp);
  const isKnown = ageMs !== undefined && !Number.isNaN(lifeMs);
  const leftMs = isKnown ? lifeMs - ageMs : deletedMs - Date.now();
  return leftMs > 0 ? Math.min(leftMs, longestGraceMs) : 0;
}

/** Longer than the default grace period of pods, and shorter than the time limit of a case. */
const longestGraceMs = 35_000;

/** Waits until reads no longer show a deleted object, regardless of its grace period. */
export async function awaitPromptRemoval(
  context: Pick<CheckContext, "call" | "signal">,
  key: ObjectKey,
  patienceMs = 0,
): Promise<Step | undefined> {
  let read = await context.call(readOf(key));
  const delaysMs = [...recreationDelaysMs];
  const longestMs = recreationDelaysMs.at(-1) ?? patienceMs;
  while (sumOf(delaysMs) < patienceMs) delaysMs.push(longestMs);
  for (const delayMs of delaysMs) {
    if (!isThereUnheld(read)) return undefined;
    await pause(delayMs, undefined, { signal: context.signal });
    read = await context.call(readOf(key));
  }
  return isThereUnheld(read) ? read : undefined;
}

/** A terminating object that no finalizer holds may be removed soon. */
function isThereUnheld({ outcome }: Step): boolean {
  return outcome.result === "object" && (outcome.object.metadata.finalizers ?? []).length === 0;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function isTerminating({ outcome }: Step): boolean {
  return outcome.result === "object" && outcome.object.metadata.deletionTimestamp !== undefined;
}

/**
 * Creates an object with the key of a deleted one. A target may remove the deleted object some time after it accepted
 * the delete request, so the create request is retried for about 3 seconds while reads still show the object, and once
 * after that.
 *
 * @throws SetupFailed when the create request is not accepted.
 */
export async function createAgain(context: CheckContext, key: ObjectKey): Promise<Written> {
  const problem = "the deleted object could not be recreated";
  for (const delayMs of recreationDelaysMs) {
    try {
      return await createAt(context, key, { problem });
    } catch (error) {
      if (!(error instanceof SetupFailed)) throw error;
    }
    // The object may have been removed between the rejection and the read.
    if (!(await isThere(context, key))) break;
    await pause(delayMs, undefined, { signal: context.signal });
  }
  return createAt(context, key, { problem });
}

const recreationDelaysMs = [50, 100, 200, 400, 800, 1600];

async function isThere(context: CheckContext, key: ObjectKey): Promise<boolean> {
  const { outcome } = await context.call(readOf(key));
  return outcome.result === "object";
}

/**
 * Creates an object with a given key.
 *
 * @throws SetupFailed with `problem` when the create request is not accepted.
 */
export async function createAt(
  context: CheckContext,
  key: ObjectKey,
  { problem, finalizers }: Pick<CreateCommand, "finalizers"> & { readonly problem: string },
): Promise<Written> {
  const { label } = context;
  const command: CreateCommand = {
    verb: "create",
    identity: "author",
    key,
    spec: sampleSpec(context, 0),
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(Object.keys(label).length === 0 ? {} : { labels: label }),
  };
  const step = await context.call(command);
  return { exchange: step.exchange, object: acceptedObject(step, problem) };
}

export function exchangesOf(written: readonly Written[]): readonly number[] {
  return written.map(({ exchange }) => exchange);
}

export function versionsOf(written: readonly Written[]): readonly string[] {
  return written.map(({ object }) => object.metadata.resourceVersion);
}
