/** The state of an object that does not exist. Versions contain no spaces. */
export const absent = "not found";

/** The state of one object according to a request and its response. A state is a version, or `absent`. */
export interface StateFact {
  readonly exchange: number;
  readonly subject?: string;
  readonly isWrite: boolean;
  /** The state that a read shows, or that an accepted write produced. Absent if the request shows no state. */
  readonly shows?: string;
  /** The state that an accepted write replaced. */
  readonly replaces?: string;
  /** Milliseconds since the run started. */
  readonly startedMs?: number;
  readonly endedMs?: number;
}

/**
 * Selects the reads of a state that an accepted write had replaced before the read was sent. The read is stale, or the
 * write was lost.
 */
export function seeminglyStale<F extends StateFact>(facts: readonly F[]): readonly F[] {
  const replacing = replacingWrites(facts);
  return facts.filter((fact) => replacementOf(fact, replacing) !== undefined);
}

/**
 * Returns the accepted write that had replaced the state of a read before the read was sent. Returns undefined if no
 * later read shows that the write was stored: it may then have been lost.
 */
export function staleBecauseOf<F extends StateFact>(facts: readonly F[], read: F): F | undefined {
  const own = facts.filter(({ subject }) => subject !== undefined && subject === read.subject);
  const replacing = replacingWrites(own);
  const write = replacementOf(read, replacing);
  if (write === undefined) return undefined;
  const later = laterStates(write, replacing);
  const isStored = own.some(
    (fact) =>
      isRead(fact) && fact.shows !== undefined && later.has(fact.shows) && isBefore(read, fact),
  );
  return isStored ? write : undefined;
}

type ReplacingWrites<F> = ReadonlyMap<string, F>;

/** Omits states that several writes replaced, or that a write restored. Their order is uncertain. */
function replacingWrites<F extends StateFact>(facts: readonly F[]): ReplacingWrites<F> {
  const replacing = new Map<string, F>();
  const uncertain = new Set<string>();
  for (const write of facts.filter(({ isWrite }) => isWrite)) {
    const { replaces, shows } = write;
    if (shows === undefined || replaces === shows) continue;
    const restored = placeOf(write, shows);
    if (replacing.has(restored)) uncertain.add(restored);
    if (replaces === undefined) continue;
    const replaced = placeOf(write, replaces);
    if (replacing.has(replaced)) uncertain.add(replaced);
    replacing.set(replaced, write);
  }
  for (const at of uncertain) replacing.delete(at);
  return replacing;
}

function replacementOf<F extends StateFact>(read: F, replacing: ReplacingWrites<F>): F | undefined {
  if (!isRead(read) || read.shows === undefined) return undefined;
  const write = replacing.get(placeOf(read, read.shows));
  return write !== undefined && isBefore(write, read) ? write : undefined;
}

/** Returns the state that a write produced, and the states that later writes produced. */
function laterStates<F extends StateFact>(
  write: F,
  replacing: ReplacingWrites<F>,
): ReadonlySet<string> {
  const states = new Set<string>();
  let next: F | undefined = write;
  while (next?.shows !== undefined && !states.has(next.shows)) {
    states.add(next.shows);
    next = replacing.get(placeOf(next, next.shows));
  }
  return states;
}

function isRead({ isWrite, subject }: StateFact): boolean {
  return !isWrite && subject !== undefined;
}

function isBefore({ endedMs }: StateFact, { startedMs }: StateFact): boolean {
  return endedMs !== undefined && startedMs !== undefined && endedMs <= startedMs;
}

function placeOf({ subject = "" }: StateFact, state: string): string {
  return `${subject} ${state}`;
}
