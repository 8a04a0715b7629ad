import type { JsonObject, ObjectKey } from "#contract";
import { hasPlaceholder } from "#targets/graphql";
import type { Dialect, KindDialect, KindOperations } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

type Update = KindOperations["update"][number];

/**
 * Moves updates that only create objects to the create mutations, whatever their names: they accept a new name and
 * reject the same name once it is taken. Updates that also change existing objects remain updates.
 */
export async function learnFurtherCreations(
  start: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  let dialect = start;
  for (const operation of kindNamed(start, name)?.operations.update ?? []) {
    const kind = kindNamed(dialect, name);
    if (kind === undefined || !mayCreate(kind, operation)) continue;
    const moved = withKind(dialect, asCreation(kind, operation));
    const work = (trial: Trial): Promise<Proof | undefined> => proofOf(trial, operation.id);
    const proof = await onTrial(moved, name, { shared, work });
    if (proof === undefined) continue;
    dialect = moved;
    const at = ["kinds", name, "operations"];
    shared.notes.drop([...at, "update", operation.id]);
    shared.notes.note(
      [...at, "create", operation.id],
      proof === "full" ? "high" : "medium",
      proof === "full"
        ? "it created an object, and changed no existing object"
        : "it created an object; whether it also changes existing objects was not tested",
    );
  }
  return dialect;
}

/** Whether a mutation may create objects: it takes their name, and nothing that only existing objects have. */
function mayCreate(kind: KindDialect, { arguments: tree }: Update): boolean {
  const isNamed = hasPlaceholder(tree, "$name");
  const isExisting = (["$uid", "$resourceVersion"] as const).some((one) =>
    hasPlaceholder(tree, one),
  );
  return isNamed && !isExisting && kind.operations.create.length > 0;
}

function asCreation(kind: KindDialect, operation: Update): KindDialect {
  const { mode: _mode, ...creation } = operation;
  const { operations } = kind;
  return {
    ...kind,
    operations: {
      ...operations,
      create: [...operations.create, creation],
      update: operations.update.filter(({ id }) => id !== operation.id),
    },
  };
}

/** `partial`: the mutation created an object, and may also change existing ones. */
type Proof = "full" | "partial";

async function proofOf(trial: Trial, via: string): Promise<Proof | undefined> {
  const [spec = {}, other = spec] = trial.kind.samples.specs;
  const key = newKey(trial);
  const created = await createBy(trial, { via, key, spec });
  const before = isAccepted(created) ? objectIn(await read(trial, key)) : undefined;
  if (before === undefined) return undefined;
  try {
    // A second object with the same name could not be deleted by its name.
    if (isFoundByUid(trial.kind)) return "partial";
    const again = await createBy(trial, { via, key, spec: other });
    return again.outcome.result === "refused" && !isAboutCaller(again) ? "full" : undefined;
  } finally {
    await remove(trial, key);
  }
}

function isFoundByUid({ operations: { read: reads } }: KindDialect): boolean {
  return reads.every(({ arguments: tree }) => hasPlaceholder(tree, "$uid"));
}

interface Creation {
  readonly via: string;
  readonly key: ObjectKey;
  readonly spec: JsonObject;
}

function createBy(trial: Trial, creation: Creation): ReturnType<typeof send> {
  return send(trial, { verb: "create", identity: "author", ...creation });
}
