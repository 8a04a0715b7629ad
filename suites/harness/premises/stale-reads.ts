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

interface ReplacingWrites<F> {
  /** The only write that replaced a state, by state. */
  readonly only: ReadonlyMap<string, F>;
  /** The writes of the other states. */
  readonly writes: readonly F[];
}

/** Separates states that several writes replaced, or that a write restored. Only times show the order of these writes. */
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
  const writes = facts.filter(
    (fact) => fact.isWrite && statesOf(fact).some((state) => uncertain.has(state)),
  );
  return { only: replacing, writes };
}

function statesOf(write: StateFact): readonly string[] {
  return [write.shows, write.replaces].flatMap((state) =>
    state === undefined ? [] : [placeOf(write, state)],
  );
}

function replacementOf<F extends StateFact>(read: F, replacing: ReplacingWrites<F>): F | undefined {
  if (!isRead(read) || read.shows === undefined) return undefined;
  const state = placeOf(read, read.shows);
  const write = replacing.only.get(state) ?? lastReplacement(read, state, replacing.writes);
  return write !== undefined && isBefore(write, read) ? write : undefined;
}

/**
 * Returns the write that replaced a state after the last write that restored it, such as the second creation of an
 * object that was deleted. Returns undefined if another write of the state may lie between, or may overlap the read.
 */
function lastReplacement<F extends StateFact>(
  read: F,
  state: string,
  writes: readonly F[],
): F | undefined {
  const own = writes.filter((write) => statesOf(write).includes(state));
  const earlier = own.filter((write) => !isBefore(read, write));
  return earlier.find((write) =>
    earlier.some(
      (restoring) =>
        write.shows !== read.shows &&
        restoring.shows === read.shows &&
        isBefore(restoring, write) &&
        earlier.every(
          (other) => other === write || other === restoring || isBefore(other, restoring),
        ),
    ),
  );
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
    next = replacing.only.get(placeOf(next, next.shows));
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
