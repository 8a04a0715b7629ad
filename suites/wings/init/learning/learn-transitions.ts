import type { JsonObject, JsonValue, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import { withStatuses } from "#targets/graphql";
import type { Dialect, StatusOperation } from "#targets/graphql";
import { memberNamedIn } from "../requests/error-details.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  create,
  demandedOf,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  whyNot,
  withKind,
  writePrior,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/** Each inner list is written to a new object. Together, they contain every ordered pair of the first three samples. */
const orders: readonly (readonly number[])[] = [[2, 1, 0, 2], [1, 2, 0, 1], [0]];

/** Maximum number of fields to remove. */
const mostFields = 3;

interface Restricted {
  readonly field: string;
  /** The only value that every write can contain, if the mutation requires the field. */
  readonly value?: JsonValue;
  readonly why: string;
}

/**
 * Writes the sample statuses in different orders to new objects, because checks do so too. A field may accept some
 * values only after others: the states of a state machine, or a number that never decreases. Such a field is removed
 * from the samples, or gets the same value in all samples if the endpoint requires it.
 */
export async function learnTransitions(
  start: Dialect,
  { kind: name }: Pick<ObjectKey, "kind">,
  shared: Shared,
): Promise<Dialect> {
  let dialect = start;
  for (let count = 0; count < mostFields; count += 1) {
    const kind = kindNamed(dialect, name);
    const isWritten = kind !== undefined && kind.operations.updateStatus.length > 0;
    if (!isWritten || kind.samples.statuses.length < orders.length) return dialect;
    const found = await onTrial(dialect, name, { shared, work: firstRestricted });
    if (found === undefined) return dialect;
    const { field, value, why } = found;
    const { samples } = kind;
    const statuses = samples.statuses.map((status) => changed(status, { field, value }));
    const how =
      value === undefined
        ? "the samples omit it"
        : `every sample contains ${JSON.stringify(value)}`;
    const reason = `${field} accepts some values only after others, so ${how}: ${why}`;
    shared.notes.note(["kinds", name, "samples", "statuses"], "high", reason);
    const others = withStatuses(samples, statuses);
    if (others.counter !== samples.counter) {
      const instead = `${field} accepts some values only after others, so ${others.counter} distinguishes the samples`;
      shared.notes.note(["kinds", name, "samples", "counter"], "medium", instead);
    }
    dialect = withKind(dialect, { ...kind, samples: others });
  }
  return dialect;
}

async function firstRestricted(trial: Trial): Promise<Restricted | undefined> {
  for (const operation of trial.kind.operations.updateStatus) {
    for (const order of orders) {
      const found = await restrictedIn(trial, operation, order);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

async function restrictedIn(
  trial: Trial,
  operation: StatusOperation,
  order: readonly number[],
): Promise<Restricted | undefined> {
  const { specs, statuses } = trial.kind.samples;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, specs[0] ?? {}))) return undefined;
  try {
    if (!(await writePrior(trial, key, operation))) return undefined;
    for (const index of order) {
      const status = statuses[index] ?? {};
      const written = await writeNow(trial, operation, { key, status });
      if (written === undefined || isAccepted(written)) continue;
      if (written.outcome.result !== "refused") return undefined;
      return await culpritIn(trial, operation, { key, status, written });
    }
    return undefined;
  } finally {
    await remove(trial, key);
  }
}

interface RejectedWrite {
  readonly key: ObjectKey;
  readonly status: JsonObject;
  readonly written: Exchange;
}

/**
 * Finds the field without which the status is accepted. The complete status must then still be rejected, because the
 * first rejection may have had another cause.
 */
async function culpritIn(
  trial: Trial,
  operation: StatusOperation,
  { key, status, written }: RejectedWrite,
): Promise<Restricted | undefined> {
  const demanded = demandedOf(trial, operation);
  const names = Object.keys(status);
  const named = names.filter((name) => memberNamedIn(written.reply?.body, name) !== undefined);
  for (const field of new Set([...named, ...names])) {
    if (names.length === 1) break;
    const value = demanded[field];
    const without = changed(status, { field, value });
    const accepted = await writeNow(trial, operation, { key, status: without });
    if (accepted === undefined || !isAccepted(accepted)) continue;
    const again = await writeNow(trial, operation, { key, status });
    if (again === undefined || again.outcome.result !== "refused") return undefined;
    return { field, why: whyNot(written), ...(value === undefined ? {} : { value }) };
  }
  return undefined;
}

/** Sets a field, or omits it if the value is undefined. */
function changed(
  status: JsonObject,
  { field, value }: { readonly field: string; readonly value: JsonValue | undefined },
): JsonObject {
  const others = Object.entries(status).filter(([name]) => name !== field);
  return { ...Object.fromEntries(others), ...(value === undefined ? {} : { [field]: value }) };
}

async function writeNow(
  trial: Trial,
  operation: StatusOperation,
  { key, status }: { readonly key: ObjectKey; readonly status: JsonObject },
): Promise<Exchange | undefined> {
  const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  return version === undefined
    ? undefined
    : writeStatus(trial, operation, { key, status, version });
}
