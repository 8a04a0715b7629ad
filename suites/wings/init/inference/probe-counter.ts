import type { ObjectKey } from "#contract";
import { counterIn } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { isAccepted, kindNamed, objectIn, read, withKind, writeStatus } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * Checks may write values of this size to the counter. Sample values are smaller, so they do not reveal an upper limit.
 */
const high = 1_000;

/**
 * Selects an integer field that accepts large numbers as the counter. A field such as a percentage or a level has
 * limits that no sample reveals.
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
  const [only, ...others] = names;
  if (only === undefined || (only === counter && others.length === 0)) return dialect;
  const found = await onTrial(dialect, key.kind, {
    shared,
    work: (trial) => firstHigh(trial, key, names),
  });
  if (found === undefined || found === counter) return dialect;
  const reason = `${counter} does not accept every number, so ${found} is the counter`;
  shared.notes.note(["kinds", kind.name, "samples", "counter"], "high", reason);
  return withKind(dialect, { ...kind, samples: { ...kind.samples, counter: found } });
}

async function firstHigh(
  trial: Trial,
  key: ObjectKey,
  names: readonly string[],
): Promise<string | undefined> {
  const [operation] = trial.kind.operations.updateStatus;
  const [sample = {}] = trial.kind.samples.statuses;
  if (operation === undefined) return undefined;
  for (const name of names) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version === undefined) return undefined;
    const status = { ...sample, [name]: high };
    const written = await writeStatus(trial, operation, { key, status, version });
    if (isAccepted(written) && objectIn(await read(trial, key))?.status?.[name] === high) {
      return name;
    }
  }
  return undefined;
}
