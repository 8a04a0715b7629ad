import { isJsonObject, isSameValue } from "#contract";
import { prepareDialect } from "#targets/graphql";
import type { ArgumentTree, Dialect, KindDialect, KindOperations } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  create,
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
 * Declares the create mutation of a kind without updates also as an update, if it changes existing objects: it must
 * accept the version where status mutations take it, change the spec of an object that it had created, and then reject
 * the previous version.
 */
export async function learnUpserts(start: Dialect, name: string, shared: Shared): Promise<Dialect> {
  const kind = kindNamed(start, name);
  if (kind === undefined || kind.operations.update.length > 0) return start;
  const { schema } = shared.means;
  const problemsIn = (dialect: Dialect): number => prepareDialect(schema, dialect).problems.length;
  const known = problemsIn(start);
  for (const operation of updatesLike(kind)) {
    const operations = { ...kind.operations, update: [operation] };
    const dialect = withKind(start, { ...kind, operations });
    if (problemsIn(dialect) > known) continue;
    if ((await onTrial(dialect, name, { shared, work: changesExisting })) !== true) continue;
    const reason = "with a version, it changed an object that it had created";
    shared.notes.note(["kinds", name, "operations", "update", operation.id], "high", reason);
    return dialect;
  }
  return start;
}

/** Returns the first creation with the version at each place where a status mutation takes it. */
function updatesLike({ operations }: KindDialect): readonly Update[] {
  const [creation] = operations.create;
  if (creation === undefined) return [];
  const places = operations.updateStatus.flatMap(({ arguments: tree }) => placesIn(tree));
  return [...new Map(places.map((path) => [path.join("."), path])).values()].flatMap((path) => {
    const tree = withVersion(creation.arguments, path);
    return tree === undefined ? [] : [{ ...creation, arguments: tree }];
  });
}

function placesIn(tree: ArgumentTree): readonly (readonly string[])[] {
  if (!isJsonObject(tree)) return [];
  return Object.entries(tree).flatMap(([name, inner]) =>
    inner === "$resourceVersion" ? [[name]] : placesIn(inner).map((path) => [name, ...path]),
  );
}

/** Undefined if the arguments lack an object on the path. */
function withVersion(
  tree: Update["arguments"],
  [step = "", ...rest]: readonly string[],
): Update["arguments"] | undefined {
  if (rest.length === 0) return { ...tree, [step]: "$resourceVersion" };
  const inner = tree[step];
  const changed = isJsonObject(inner) ? withVersion(inner, rest) : undefined;
  return changed === undefined ? undefined : { ...tree, [step]: changed };
}

async function changesExisting(trial: Trial): Promise<boolean> {
  const key = newKey(trial);
  const [spec, other] = trial.kind.samples.specs;
  if (spec === undefined || other === undefined) return false;
  if (!isAccepted(await create(trial, key, spec))) return false;
  try {
    const before = objectIn(await read(trial, key));
    if (before === undefined) return false;
    const { resourceVersion } = before.metadata;
    const command = { verb: "update", identity: "author", key, resourceVersion } as const;
    const exchange = await send(trial, { ...command, spec: other });
    const after = objectIn(await read(trial, key));
    const isSame = after?.metadata.uid === before.metadata.uid;
    if (!isAccepted(exchange) || !isSame || isSameValue(after?.spec, before.spec)) return false;
    // An endpoint may ignore a version that it does not know.
    const { outcome } = await send(trial, { ...command, spec });
    return outcome.result === "refused";
  } finally {
    await remove(trial, key);
  }
}
