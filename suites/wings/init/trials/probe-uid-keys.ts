import type { JsonObject } from "#contract";
import { hasPlaceholder, prepareDialect } from "#targets/graphql";
import type { Dialect, KindDialect, StatusOperation } from "#targets/graphql";
import { withoutPlaceholders } from "../schema/argument-trees.ts";
import {
  create,
  newKey,
  objectIn,
  remove,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

const verbs = ["update", "updateStatus", "delete"] as const;

/**
 * Determines whether a uid next to the name is a precondition or a part of the key. It is a part of the key if a write
 * with the uid of another object is rejected because there is no such object. Writes then omit the uid, because only a
 * precondition must conflict.
 */
export async function learnUidKeys(trial: Trial, dialect: Dialect): Promise<KindDialect> {
  const { kind, means, notes } = trial;
  const { operations, name } = kind;
  const operation = operations.updateStatus.find(({ arguments: tree }) => isGuarded(tree));
  const [status] = kind.samples.statuses;
  if (operation === undefined || status === undefined) return kind;
  const reduced = {
    ...kind,
    operations: {
      ...operations,
      ...Object.fromEntries(
        verbs.map((verb) => [
          verb,
          operations[verb].map((one) =>
            isGuarded(one.arguments)
              ? { ...one, arguments: withoutPlaceholders(one.arguments, ["$uid"]) }
              : one,
          ),
        ]),
      ),
    },
  };
  const problemsOf = (one: KindDialect): number =>
    prepareDialect(means.schema, withKind(dialect, one)).problems.length;
  // A required uid cannot be omitted.
  if (problemsOf(reduced) > problemsOf(kind)) return kind;
  if ((await mismatchReason(trial, operation, status)) !== "notFound") return kind;
  notes.note(
    ["kinds", name, "operations", "updateStatus", operation.id, "arguments"],
    "high",
    "the uid is not sent: a write with the uid of another object was rejected as not found",
  );
  return reduced;
}

/**
 * Returns the reason why a status write with the uid of another object is rejected. Undefined if it is not rejected, or
 * if the objects could not be created.
 */
async function mismatchReason(
  trial: Trial,
  operation: StatusOperation,
  status: JsonObject,
): Promise<string | undefined> {
  const keys = [newKey(trial), newKey(trial)] as const;
  const [spec = {}] = trial.kind.samples.specs;
  try {
    const own = objectIn(await create(trial, keys[0], spec))?.metadata;
    const other = objectIn(await create(trial, keys[1], spec))?.metadata.uid;
    if (own === undefined || other === undefined || other === own.uid) return undefined;
    const write = { key: keys[0], status, version: own.resourceVersion, uid: other };
    const { outcome } = await writeStatus(trial, operation, write);
    return outcome.result === "refused" ? outcome.refusal.reason : undefined;
  } finally {
    for (const key of keys) await remove(trial, key);
  }
}

function isGuarded(tree: StatusOperation["arguments"]): boolean {
  return hasPlaceholder(tree, "$uid") && hasPlaceholder(tree, "$name");
}
