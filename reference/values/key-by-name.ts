import type { ObjectKey } from "#contract";

/** Finds the stored key of the same kind and name: in the same namespace if possible, otherwise in any namespace. */
export function keyByName(key: ObjectKey, stored: readonly ObjectKey[]): ObjectKey {
  const named = stored.filter(({ kind, name }) => kind === key.kind && name === key.name);
  return named.find(({ namespace }) => namespace === key.namespace) ?? named[0] ?? key;
}
