import type { JsonValue } from "#contract";

/** Information about a value that its schema does not contain: from the server's errors, and from attempts. */
export interface Hint {
  /** Whether this optional property is set. */
  readonly isWanted?: boolean;
  /** Whether this property is omitted. */
  readonly isLeftOut?: boolean;
  /** Whether this property has the same value in every variant. */
  readonly isConstant?: boolean;
  /** Whether the object has no optional properties except those with `isWanted`. */
  readonly isBare?: boolean;
  /** Whether a number stays close to the numbers in the samples. */
  readonly isNear?: boolean;
  /** Whether all strings with this hint are equal. */
  readonly isShared?: boolean;
  /** The path and source of the rule for which this property was tried. Absent if the server named the property. */
  readonly triedFor?: string;
  /** Number of values that have been tried so far. */
  readonly turn?: number;
  /** Number of attempts for each rule of this object. */
  readonly ruleTurns?: Readonly<Record<string, number>>;
  /** The values that the server accepts, according to the error. */
  readonly choices?: readonly JsonValue[];
  /** The entries that the rules of a map require. `null` stands for any value. */
  readonly entries?: Readonly<Record<string, JsonValue>>;
  /** Additional schema keywords, such as `pattern`, `minimum` and `minLength`. */
  readonly words?: Readonly<Record<string, JsonValue>>;
}

/** Hints by value path, without indexes: `spec.listeners.name`. */
export type Hints = ReadonlyMap<string, Hint>;

export function withHint(hints: Hints, path: string, more: Hint): Hints {
  const known = hints.get(path);
  const words = { ...known?.words, ...more.words };
  const entries = { ...known?.entries, ...more.entries };
  const joined = {
    ...(Object.keys(words).length === 0 ? {} : { words }),
    ...(Object.keys(entries).length === 0 ? {} : { entries }),
  };
  return new Map([...hints, [path, { ...known, ...more, ...joined }]]);
}

/** A path without list indexes: `spec.listeners[0].name` becomes `spec.listeners.name`. */
export function pathOfField(field: string): string {
  return field.replaceAll(/\[[^\]]*\]/gu, "").replace(/\.$/u, "");
}
