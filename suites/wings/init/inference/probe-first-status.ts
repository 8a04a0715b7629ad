import type { JsonObject } from "#contract";
import type { StatusOperation } from "#targets/graphql";
import {
  create,
  demandedOf,
  isAccepted,
  membersThrough,
  newKey,
  objectIn,
  read,
  remove,
  writeStatus,
} from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * Finds the status fields that a partial mutation requires only while an object has no status. A new object must reject
 * some fields alone, which an object with a complete status accepts. Required is then every field without which a new
 * object rejects the status.
 */
export async function learnFirstStatus(
  trial: Trial,
  operations: readonly StatusOperation[],
): Promise<readonly StatusOperation[]> {
  const learned: StatusOperation[] = [];
  for (const operation of operations) {
    const names = operation.statusMode === "partial" ? await requiredFirst(trial, operation) : [];
    learned.push(names.length === 0 ? operation : { ...operation, requiredFirst: names });
    if (names.length === 0) continue;
    const at = ["kinds", trial.kind.name, "operations", "updateStatus", operation.id];
    const reason =
      "without these fields, a status was rejected for a new object, and accepted for an object with a status";
    trial.notes.note([...at, "requiredFirst"], "high", reason);
  }
  return learned;
}

async function requiredFirst(trial: Trial, operation: StatusOperation): Promise<readonly string[]> {
  const { counter, statuses } = trial.kind.samples;
  const carried = membersThrough(trial, operation);
  const whole = selected(statuses[0] ?? {}, (name) => carried?.includes(name) ?? true);
  const demanded = demandedOf(trial, operation);
  const open = Object.keys(whole).filter((name) => !(name in demanded));
  const [first = ""] = open;
  const alone = open.includes(counter) ? counter : first;
  if (open.length < 2) return [];
  // The two parts have no field in common, so every required field is missing in one of them.
  for (const isPart of [(name: string) => name === alone, (name: string) => name !== alone]) {
    const part = selected(whole, isPart);
    if (await areAccepted(trial, operation, [part])) continue;
    const isRejectedOnce = await areAccepted(trial, operation, [whole, part]);
    return isRejectedOnce ? await indispensable(trial, operation, { whole, open }) : [];
  }
  return [];
}

/** Leaves out one field after the other, as long as a new object accepts the rest. */
async function indispensable(
  trial: Trial,
  operation: StatusOperation,
  { whole, open }: { readonly whole: JsonObject; readonly open: readonly string[] },
): Promise<readonly string[]> {
  const required: string[] = [];
  let rest = whole;
  for (const left of open) {
    const fewer = selected(rest, (name) => name !== left);
    if (await areAccepted(trial, operation, [fewer])) rest = fewer;
    else required.push(left);
  }
  return required;
}

/** Whether a new object accepts statuses, one after the other. */
async function areAccepted(
  trial: Trial,
  operation: StatusOperation,
  statuses: readonly JsonObject[],
): Promise<boolean> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  if (!isAccepted(await create(trial, key, spec))) return false;
  try {
    for (const status of statuses) {
      const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
      const named = version === undefined ? {} : { version };
      const written = await writeStatus(trial, operation, { key, status, ...named });
      if (!isAccepted(written)) return false;
    }
    return true;
  } finally {
    await remove(trial, key);
  }
}

function selected(status: JsonObject, isMeant: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([name]) => isMeant(name)));
}
