import type { ObjectKey } from "#contract";

/** Finds the stored key with the name of a key: in the same namespace if possible, otherwise in any namespace. */
export function keyByName(key: ObjectKey, stored: readonly ObjectKey[]): ObjectKey {
  const named = stored.filter(({ name }) => name === key.name);
  return named.find(({ namespace }) => namespace === key.namespace) ?? named[0] ?? key;
}
