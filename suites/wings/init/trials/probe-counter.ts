import type { JsonObject, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import { counterIn, isVaried } from "#targets/graphql";
import type { Dialect, StatusOperation } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  isAccepted,
  kindNamed,
  membersThrough,
  objectIn,
  read,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Checks may write values of this size to the counter. Sample values are smaller, so they do not reveal an upper limit.
 */
const high = 1_000;

/** A counter must accept at least this value, because most checks count up to it. */
const low = 20;

/**
 * Selects an integer field that accepts large numbers as the counter. A field such as a percentage or a level has
 * limits that no sample reveals. If every integer field has a lower limit than a check counts to, selects another
 * field, so that checks write only sample values.
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
    work: async (trial) => {
      for (const limit of [high, low]) {
        const reply = await firstUpTo(limit, trial, { key, names });
        if (reply !== "rejected") return reply.accepted;
      }
      return Object.keys(statuses[0] ?? {}).find(
        (name) => !names.includes(name) && isVaried(statuses, name),
      );
    },
  });
  if (found === undefined || found === counter) return dialect;
  const limited = names.includes(counter) ? counter : only;
  const reason = names.includes(found)
    ? `${limited} does not accept every number, so ${found} is the counter`
    : `${limited} does not accept every number and no other field is an integer, so only sample values are written, and ${found} distinguishes them`;
  shared.notes.note(["kinds", kind.name, "samples", "counter"], "high", reason);
  return withKind(dialect, { ...kind, samples: { ...kind.samples, counter: found } });
}

/** The first field that accepts a number, after rejections of the number by all previous fields. */
type FirstReply = "rejected" | { readonly accepted: string | undefined };

/** Resolves with `rejected` if every field rejects the number, and with no field if any response is inconclusive. */
async function firstUpTo(
  limit: number,
  trial: Trial,
  { key, names }: { readonly key: ObjectKey; readonly names: readonly string[] },
): Promise<FirstReply> {
  for (const name of names) {
    const reply = await replyTo(trial, key, { name, limit });
    if (reply !== "rejected") return { accepted: reply === "accepted" ? name : undefined };
  }
  return "rejected";
}

/**
 * Writes a number in addition to the first sample, through the first mutation that takes the number. A rejection is
 * about the number only if the sample without it is accepted.
 */
async function replyTo(
  trial: Trial,
  key: ObjectKey,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<"accepted" | "rejected" | "unknown"> {
  const [sample = {}] = trial.kind.samples.statuses;
  const operation = trial.kind.operations.updateStatus.find(
    (one) => membersThrough(trial, one)?.includes(name) ?? true,
  );
  const written = await writeNow(trial, key, {
    operation,
    status: { ...sample, [name]: limit },
  });
  if (written === undefined) return "unknown";
  if (isAccepted(written)) {
    const stored = objectIn(await read(trial, key))?.status;
    if (stored === undefined) return "unknown";
    return stored[name] === limit ? "accepted" : "rejected";
  }
  if (written.outcome.result !== "refused") return "unknown";
  const control = await writeNow(trial, key, { operation, status: sample });
  return control !== undefined && isAccepted(control) ? "rejected" : "unknown";
}

async function writeNow(
  trial: Trial,
  key: ObjectKey,
  {
    operation,
    status,
  }: { readonly operation: StatusOperation | undefined; readonly status: JsonObject },
): Promise<Exchange | undefined> {
  const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  return operation === undefined || version === undefined
    ? undefined
    : writeStatus(trial, operation, { key, status, version });
}
