import type { JsonValue } from "#contract";

/** Information about a value that its schema does not contain: from the server's errors, and from attempts. */
export interface Hint {
  readonly isWanted?: boolean;
  readonly isLeftOut?: boolean;
  /** Whether this property has the same value in every variant. */
  readonly isConstant?: boolean;
  /** Whether the object has no optional properties except those with `isWanted`. */
  readonly isBare?: boolean;
  readonly isNear?: boolean;
  readonly isShared?: boolean;
  /** The path and source of the rule for which this property was tried. Absent if the server named the property. */
  readonly triedFor?: string;
  /** The hint for this property before it was tried for a rule. */
  readonly before?: Hint;
  readonly turn?: number;
  readonly ruleTurns?: Readonly<Record<string, number>>;
  /** The values that the server accepts, according to the error. */
  readonly choices?: readonly JsonValue[];
  /** The entries that the rules of a map require. `null` stands for any value. */
  readonly entries?: Readonly<Record<string, JsonValue>>;
  /** The form of a map's keys: schema keywords that they follow, and the number of rejected forms. */
  readonly keys?: {
    readonly turn: number;
    readonly words: Readonly<Record<string, JsonValue>>;
  };
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
