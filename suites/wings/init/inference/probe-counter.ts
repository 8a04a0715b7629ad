import type { ObjectKey } from "#contract";
import { counterIn, isVaried } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { isAccepted, kindNamed, objectIn, read, withKind, writeStatus } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * Checks may write values of this size to the counter. Sample values are smaller, so they do not reveal an upper limit.
 */
const high = 1_000;

/** A counter must accept at least this value, because most checks count up to it. */
const low = 20;

/**
 * Selects an integer field that accepts large numbers as the counter. A field such as a percentage or a level has
 * limits that no sample reveals. If every field is a fraction or has a lower limit than a check counts to, selects a
 * field that is no integer, so that checks write only sample values.
 */
export async function learnCounter(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined || kind.operations.updateStatus.length === 0) return dialect;
  const { counter, statuses } = kind.samples;
  const isInteger = (name: string): boolean =>
    statuses.every(({ [name]: value }) => Number.isSafeInteger(value));
  const likely = [counter, counterIn(statuses) ?? counter, ...Object.keys(statuses[0] ?? {})];
  const names = [...new Set(likely)].filter(isInteger);
  const [only] = names;
  if (only === undefined) return dialect;
  const found = await onTrial(dialect, key.kind, {
    shared,
    work: async (trial) =>
      (await firstUpTo(high, trial, { key, names })) ??
      (await firstUpTo(low, trial, { key, names })) ??
      Object.keys(statuses[0] ?? {}).find(
        (name) => !names.includes(name) && isVaried(statuses, name),
      ),
  });
  if (found === undefined || found === counter) return dialect;
  const limited = names.includes(counter) ? counter : only;
  const reason = names.includes(found)
    ? `${limited} does not accept every number, so ${found} is the counter`
    : `${limited} does not accept every number and no other field is an integer, so only sample values are written, and ${found} distinguishes them`;
  shared.notes.note(["kinds", kind.name, "samples", "counter"], "high", reason);
  return withKind(dialect, { ...kind, samples: { ...kind.samples, counter: found } });
}

async function firstUpTo(
  limit: number,
  trial: Trial,
  { key, names }: { readonly key: ObjectKey; readonly names: readonly string[] },
): Promise<string | undefined> {
  const [operation] = trial.kind.operations.updateStatus;
  const [sample = {}] = trial.kind.samples.statuses;
  if (operation === undefined) return undefined;
  for (const name of names) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version === undefined) return undefined;
    const status = { ...sample, [name]: limit };
    const written = await writeStatus(trial, operation, { key, status, version });
    if (isAccepted(written) && objectIn(await read(trial, key))?.status?.[name] === limit) {
      return name;
    }
  }
  return undefined;
}
