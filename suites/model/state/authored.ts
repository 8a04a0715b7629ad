import { authoredField, authoredNames, authoredOf, isEmptyField, jsonEquals } from "#contract";
import type { AuthoredMetadata, AuthoredName, AuthoredValue } from "#contract";

export const predictedNames: readonly AuthoredName[] = authoredNames.filter(
  (name) => authoredField(name).isShared !== true,
);

export function predictable(from: AuthoredMetadata): AuthoredMetadata {
  return authoredOf(from, predictedNames);
}

/** Whether two values of a field are equal. An absent field is empty. */
export function isSameField(
  one: AuthoredValue | undefined,
  other: AuthoredValue | undefined,
): boolean {
  return isEmptyField(one) && isEmptyField(other) ? true : jsonEquals(one, other);
}

/** Whether a write sends an empty value for an absent field. A server may store it as sent, which is a change. */
export function mayStoreEmpty(written: AuthoredMetadata, stored: AuthoredMetadata): boolean {
  return authoredNames.some((name) => {
    const value = written[name];
    return value !== undefined && isEmptyField(value) && stored[name] === undefined;
  });
}

/** Formats the predicted fields for a message: `labels {app=web}, finalizers []`. Sorts maps by key. */
export function describeAuthored(metadata: AuthoredMetadata): string {
  return predictedNames.map((name) => `${name} ${describeField(name, metadata[name])}`).join(", ");
}

function describeField(name: AuthoredName, value: AuthoredValue = {}): string {
  const { form } = authoredField(name);
  if (form === "objects") return JSON.stringify(value);
  if (form === "names") return `[${Object.values(value).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, text]) => `${key}=${text}`);
  return `{${pairs.toSorted().join(", ")}}`;
}
