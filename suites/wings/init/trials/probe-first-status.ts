import type { JsonObject } from "#contract";
import type { Exchange } from "#targets";
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
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

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
    const found =
      operation.statusMode === "partial" && operation.after === undefined
        ? await requiredFirst(trial, operation)
        : undefined;
    if (found === undefined || found.names.length === 0) {
      learned.push(operation);
      continue;
    }
    const { names, untested } = found;
    learned.push({ ...operation, requiredFirst: names });
    const at = ["kinds", trial.kind.name, "operations", "updateStatus", operation.id];
    const reason =
      "without these fields, a status was rejected for a new object, and accepted for an object with a status";
    const limit = `; not tested, because requests failed: ${untested.join(", ")}`;
    const isTested = untested.length === 0;
    trial.notes.note(
      [...at, "requiredFirst"],
      isTested ? "high" : "medium",
      isTested ? reason : `${reason}${limit}`,
    );
  }
  return learned;
}

interface RequiredFirst {
  readonly names: readonly string[];
  /** Fields among them for which the trial failed. */
  readonly untested: readonly string[];
}

async function requiredFirst(
  trial: Trial,
  operation: StatusOperation,
): Promise<RequiredFirst | undefined> {
  const { counter, statuses } = trial.kind.samples;
  const carried = membersThrough(trial, operation);
  const whole = selected(statuses[0] ?? {}, (name) => carried?.includes(name) ?? true);
  const demanded = demandedOf(trial, operation);
  const open = Object.keys(whole).filter((name) => !(name in demanded));
  const [first = ""] = open;
  const alone = open.includes(counter) ? counter : first;
  if (open.length < 2) return undefined;
  // The two parts have no field in common, so every required field is missing in one of them.
  for (const isPart of [(name: string) => name === alone, (name: string) => name !== alone]) {
    const part = selected(whole, isPart);
    const reply = await replyTo(trial, operation, [part]);
    if (reply === "accepted") continue;
    if (reply === "unknown") return undefined;
    const isRejectedOnlyFirst = (await replyTo(trial, operation, [whole, part])) === "accepted";
    return isRejectedOnlyFirst ? await indispensable(trial, operation, { whole, open }) : undefined;
  }
  return undefined;
}

/** Leaves out one field after the other, as long as a new object accepts the rest. */
async function indispensable(
  trial: Trial,
  operation: StatusOperation,
  { whole, open }: { readonly whole: JsonObject; readonly open: readonly string[] },
): Promise<RequiredFirst> {
  const names: string[] = [];
  const untested: string[] = [];
  let rest = whole;
  for (const left of open) {
    const fewer = selected(rest, (name) => name !== left);
    const reply = await replyTo(trial, operation, [fewer]);
    if (reply === "accepted") rest = fewer;
    else names.push(left);
    if (reply === "unknown") untested.push(left);
  }
  return { names, untested };
}

/** Reasons for which an endpoint rejects requests regardless of the status. */
const regardless: ReadonlySet<string> = new Set(["unauthenticated", "forbidden", "rateLimited"]);

/**
 * Writes statuses to a new object, one after the other. Resolves with the response to the last one, or with `unknown`
 * if a previous request failed or the rejection is not about the status.
 */
async function replyTo(
  trial: Trial,
  operation: StatusOperation,
  statuses: readonly JsonObject[],
): Promise<"accepted" | "rejected" | "unknown"> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  if (!isAccepted(await create(trial, key, spec))) return "unknown";
  try {
    for (const [index, status] of statuses.entries()) {
      const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
      const named = version === undefined ? {} : { version };
      const written = await writeStatus(trial, operation, { key, status, ...named });
      if (isAccepted(written)) continue;
      return index === statuses.length - 1 && isAboutStatus(written) ? "rejected" : "unknown";
    }
    return "accepted";
  } finally {
    await remove(trial, key);
  }
}

function isAboutStatus({ outcome }: Exchange): boolean {
  return outcome.result === "refused" && !regardless.has(outcome.refusal.reason);
}

function selected(status: JsonObject, isMeant: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([name]) => isMeant(name)));
}
