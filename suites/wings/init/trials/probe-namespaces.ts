import type { Dialect, KindDialect } from "#targets/graphql";
import { hidesPlaces, holdsTwoOfOneName, isPlaceShown } from "../operations/hidden-namespaces.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { ownerLists, valuesListed } from "../operations/owner-namespaces.ts";
import {
  create,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { usualNames } from "../schema/usual-namespaces.ts";

/** This namespace is tried in addition to the assumed one. */
const secondName = "conformance";

/**
 * Adds a second namespace if the user gave none and only one is known: another existing owner, or, if the first one was
 * assumed, a namespace that the probe chooses. Checks of namespace filters and limits need two namespaces. The endpoint
 * must create objects in it. If objects do not contain their namespace, the argument must also distinguish objects. The
 * second namespace also confirms the path of the namespace.
 */
export async function learnSecondNamespace(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [first, ...others] = kind?.namespaces ?? [];
  const [second] = others;
  if (kind === undefined || first === undefined || hidesPlaces(kind)) return dialect;
  if (second !== undefined) return await confirmPath(dialect, second, { kind, shared });
  if (shared.means.namespaces !== undefined) return dialect;
  for await (const { place, reason } of furtherPlaces(dialect, first, { kind, shared })) {
    const changed = withKind(dialect, { ...kind, namespaces: [first, place] });
    const isTaken = await onTrial(changed, name, {
      shared,
      work: (trial) => createsInSecond(trial, place),
    });
    if (isTaken !== true) continue;
    shared.notes.note(["kinds", name, "namespaces"], "high", reason);
    notePath(kind, shared);
    return changed;
  }
  return dialect;
}

/** Confirms the path of the namespace with an object in a second namespace. */
async function confirmPath(
  dialect: Dialect,
  second: string,
  { kind, shared }: { readonly kind: KindDialect; readonly shared: Shared },
): Promise<Dialect> {
  if (kind.paths.namespace === undefined) return dialect;
  const work = (trial: Trial): Promise<boolean> => createsInSecond(trial, second);
  if ((await onTrial(dialect, kind.name, { shared, work })) === true) notePath(kind, shared);
  return dialect;
}

function notePath({ name, paths }: KindDialect, { notes }: Shared): void {
  if (paths.namespace === undefined) return;
  const reason = "new objects in two namespaces had theirs in this field";
  notes.note(["kinds", name, "paths", "namespace"], "high", reason);
}

interface FurtherPlace {
  readonly place: string;
  readonly reason: string;
}

/** Yields an existing owner from each list of owners, or else a namespace that may be created with its first object. */
async function* furtherPlaces(
  dialect: Dialect,
  first: string,
  { kind, shared }: { readonly kind: KindDialect; readonly shared: Shared },
): AsyncGenerator<FurtherPlace> {
  for (const owner of ownerLists(shared.means.schema, kind)) {
    const listed = await valuesListed(dialect, owner, shared);
    const others = listed.includes(first) ? listed.filter((one) => one !== first) : [];
    const reason = `${owner.list.field} returned this value, and a new object was created in it`;
    for (const place of others) yield { place, reason };
  }
  if (!usualNames.includes(first)) return;
  yield {
    place: secondName,
    reason: "a new object was created in a namespace that the test chose",
  };
}

async function createsInSecond(trial: Trial, namespace: string): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const first = newKey(trial);
  const key = { ...first, namespace };
  const created = objectIn(await create(trial, key, spec));
  if (created === undefined) return false;
  try {
    const isFound = objectIn(await read(trial, key))?.metadata.namespace === namespace;
    if (!isFound || isPlaceShown(trial.kind)) return isFound;
    // If objects do not contain it, the argument may have another meaning.
    if (objectIn(await read(trial, first)) === undefined) return true;
  } finally {
    await remove(trial, key);
  }
  return await holdsTwoOfOneName(trial);
}
