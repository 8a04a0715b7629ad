import { isSameValue } from "#contract";
import type { JsonObject, JsonValue, ObjectKey, Resource } from "#contract";
import type { StatusOperation } from "#targets/graphql";
import {
  create,
  isAccepted,
  membersThrough,
  newKey,
  objectIn,
  read,
  remove,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

interface Effect {
  readonly id: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Two rounds send each mutation at least once after each of the others, and distinguish constants from counters. */
const rounds = 2;

/**
 * Resolves with the mutations and the status fields that each one sets without an argument, such as the phase that
 * `startJob` sets. A field counts if at least one write changed it and all writes with the mutation resulted in the
 * same value.
 */
export async function learnSets(
  trial: Trial,
  operations: readonly StatusOperation[],
): Promise<readonly StatusOperation[]> {
  const partial = operations.filter((one) => membersThrough(trial, one) !== undefined);
  const [spec] = trial.kind.samples.specs;
  if (partial.length === 0 || spec === undefined) return operations;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return operations;
  try {
    const effects = await effectsOf(trial, key, partial);
    return operations.map((operation) => withSets(trial, operation, effects));
  } finally {
    await remove(trial, key);
  }
}

async function effectsOf(
  trial: Trial,
  key: ObjectKey,
  operations: readonly StatusOperation[],
): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const operation of operations) {
      const status = trial.kind.samples.statuses[round];
      const before = objectIn(await read(trial, key));
      const effect =
        status === undefined || before === undefined
          ? undefined
          : await effectOf(trial, operation, { key, status, before });
      if (effect !== undefined) effects.push(effect);
    }
  }
  return effects;
}

async function effectOf(
  trial: Trial,
  operation: StatusOperation,
  { key, status, before }: Written,
): Promise<Effect | undefined> {
  const carried = membersThrough(trial, operation) ?? [];
  const own = Object.fromEntries(Object.entries(status).filter(([name]) => carried.includes(name)));
  const { resourceVersion: version } = before.metadata;
  if (!isAccepted(await writeStatus(trial, operation, { key, status: own, version }))) {
    return undefined;
  }
  const after = objectIn(await read(trial, key));
  if (after === undefined) return undefined;
  return { id: operation.id, before: before.status ?? {}, after: after.status ?? {} };
}

interface Written {
  readonly key: ObjectKey;
  readonly status: JsonObject;
  readonly before: Resource;
}

function withSets(
  trial: Trial,
  operation: StatusOperation,
  effects: readonly Effect[],
): StatusOperation {
  const carried = membersThrough(trial, operation);
  const own = effects.filter(({ id }) => id === operation.id);
  if (carried === undefined || own.length < rounds) return operation;
  const names = new Set(own.flatMap(({ after }) => Object.keys(after)));
  const sets: [string, JsonValue][] = [];
  for (const name of names) {
    const value = own[0]?.after[name];
    if (value === undefined || carried.includes(name)) continue;
    const isChanged = own.some(({ before, after }) => !isSameValue(before[name], after[name]));
    const isConstant = own.every(({ after }) => isSameValue(value, after[name]));
    const at = ["kinds", trial.kind.name, "operations", "updateStatus", operation.id, "sets"];
    if (isChanged && isConstant) {
      sets.push([name, value]);
      trial.notes.note(at, "high", "every write with this mutation had this effect");
    } else if (isChanged) {
      trial.notes.note(
        ["kinds", trial.kind.name, "paths", "status"],
        "low",
        `${operation.id} changes ${name} by itself, to a different value each time; omit ${name} from the status`,
      );
    }
  }
  return sets.length === 0 ? operation : { ...operation, sets: Object.fromEntries(sets) };
}
