import type { JsonValue } from "#contract";

/** What is known of a value beside its schema: what the server said, and what is tried. */
export interface Hint {
  /** An optional property that is set nevertheless. */
  readonly isWanted?: boolean;
  /** A property that is not set. */
  readonly isLeftOut?: boolean;
  /** It is the same in every variant. */
  readonly isConstant?: boolean;
  /** Of the optional properties in it, only those that are wanted are set. */
  readonly isBare?: boolean;
  /** How often another value was tried in its place. */
  readonly turn?: number;
  /** The values that the server says it takes. */
  readonly choices?: readonly JsonValue[];
  /** Joined with what the schema says: `pattern`, `minimum`, `minLength` and the like. */
  readonly words?: Readonly<Record<string, JsonValue>>;
}

/** By the path of a value, without indexes: `spec.listeners.name`. */
export type Hints = ReadonlyMap<string, Hint>;

/** The hints with more about one path. */
export function withHint(hints: Hints, path: string, more: Hint): Hints {
  const known = hints.get(path);
  const words = { ...known?.words, ...more.words };
  const joined = Object.keys(words).length === 0 ? {} : { words };
  return new Map([...hints, [path, { ...known, ...more, ...joined }]]);
}

/** A path as the server writes it, as hints are filed: `spec.listeners[0].name` is `spec.listeners.name`. */
export function pathOfField(field: string): string {
  return field.replaceAll(/\[[^\]]*\]/gu, "").replace(/\.$/u, "");
}
