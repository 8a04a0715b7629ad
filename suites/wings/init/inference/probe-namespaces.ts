import type { Dialect } from "#targets/graphql";
import { hidesPlaces, holdsTwoOfOneName, isPlaceShown } from "./hidden-namespaces.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { create, kindNamed, newKey, objectIn, read, remove, withKind } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";
import { usualNames } from "./usual-namespaces.ts";

/** This namespace is tried in addition to the assumed one. */
const secondName = "conformance";

/**
 * Adds a second namespace if the only namespace was assumed, and the endpoint creates objects in a namespace that the
 * probe chooses. Checks of namespace filters and limits need two namespaces. If objects do not contain their namespace,
 * the argument must also distinguish objects.
 */
export async function learnSecondNamespace(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [first, ...others] = kind?.namespaces ?? [];
  const isGiven = shared.means.namespaces !== undefined;
  if (kind === undefined || isGiven || others.length > 0) return dialect;
  if (first === undefined || !usualNames.includes(first) || hidesPlaces(kind)) return dialect;
  const changed = withKind(dialect, { ...kind, namespaces: [first, secondName] });
  const isTaken = await onTrial(changed, name, { shared, work: createsInSecond });
  if (isTaken !== true) return dialect;
  shared.notes.note(
    ["kinds", name, "namespaces"],
    "high",
    "a new object was created in a namespace that the test chose",
  );
  return changed;
}

async function createsInSecond(trial: Trial): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const first = newKey(trial);
  const key = { ...first, namespace: secondName };
  const created = objectIn(await create(trial, key, spec));
  if (created === undefined) return false;
  try {
    const isFound = objectIn(await read(trial, key))?.metadata.namespace === secondName;
    if (!isFound || isPlaceShown(trial.kind)) return isFound;
    // If objects do not contain it, the argument may have another meaning.
    if (objectIn(await read(trial, first)) === undefined) return true;
  } finally {
    await remove(trial, key);
  }
  return await holdsTwoOfOneName(trial);
}
