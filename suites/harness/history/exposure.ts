import type { RequirementId } from "#contract";
import type { RecordedEvent, RecordedLine, RecordedOperation } from "./recorded-line.ts";

/**
 * For each fault, a lower bound on the number of operations and events at which the fault would have made a legal
 * history illegal.
 */
export type Exposure = Readonly<Record<ExposedTo, number>>;

export const exposedTo = {
  /** A write is accepted although an acknowledged and recorded write has replaced its expected version. */
  "concurrency.one-winner": "stale-write",
  /** A write is acknowledged but not stored. A later response with the object reveals the loss. */
  "write.stores-submitted-status": "dropped-write",
  /** A read shows an earlier state, although a write was acknowledged before the read was sent. */
  "write.visible-to-later-reads": "stale-read",
  /** A watch that delivers later events lacks the event of an acknowledged write. */
  "watch.no-gap": "missing-event",
} as const satisfies Partial<Record<RequirementId, string>>;

export type ExposedTo = (typeof exposedTo)[keyof typeof exposedTo];

export const noExposure: Exposure = {
  "stale-write": 0,
  "dropped-write": 0,
  "stale-read": 0,
  "missing-event": 0,
};

export function faultOf(requirement: RequirementId): ExposedTo | undefined {
  return Object.entries(exposedTo).find(([broken]) => broken === requirement)?.[1];
}

export function addExposure(left: Exposure, right: Exposure): Exposure {
  return {
    "stale-write": left["stale-write"] + right["stale-write"],
    "dropped-write": left["dropped-write"] + right["dropped-write"],
    "stale-read": left["stale-read"] + right["stale-read"],
    "missing-event": left["missing-event"] + right["missing-event"],
  };
}

/**
 * Counts the operations and events that could have revealed each fault. The counts are meaningful only if the history
 * is legal.
 */
export function exposureIn(lines: readonly RecordedLine[]): Exposure {
  const operations = lines.filter(isOperation);
  const lives = new Map<string, Life>();
  for (const operation of operations) note(operation, lives);
  const alone = aloneIn(operations, lives);
  return {
    "stale-write": operations.filter((one) => isStaleWrite(one, alone)).length,
    "dropped-write": operations.filter((one) => isSeenWrite(one, lives)).length,
    "stale-read": operations.filter((one) => isLateRead(one, lives)).length,
    "missing-event": isComparable(lines)
      ? lines.filter((line) => isEventOfWrite(line, lives)).length
      : 0,
  };
}

interface Life {
  readonly replaced: Set<string>;
  /** Versions that acknowledged writes created in this incarnation. */
  readonly made: Set<string>;
  /** Return time of the first acknowledged write to this incarnation, as a counter value of the recorder. */
  firstWritten: number;
  /** Invocation of the last read that showed this incarnation, as a counter value of the recorder. */
  lastShown: number;
}

function note(operation: RecordedOperation, lives: Map<string, Life>): void {
  const { version, precondition, invoke } = operation;
  if (operation.outcome !== "ok" || version === undefined) return;
  const life = lives.get(lifeOf(operation)) ?? {
    replaced: new Set(),
    made: new Set(),
    firstWritten: Infinity,
    lastShown: -Infinity,
  };
  lives.set(lifeOf(operation), life);
  if (operation.op === "read") life.lastShown = Math.max(life.lastShown, invoke);
  if (operation.op !== "cas" || precondition === undefined || version === precondition) return;
  life.replaced.add(precondition);
  life.made.add(version);
  life.firstWritten = Math.min(life.firstWritten, operation.return ?? Infinity);
}

/**
 * A faulty server could have accepted a rejected write at a replaced version. A rejection does not contain the uid, so
 * the write counts only if the object has a single incarnation.
 */
function isStaleWrite(
  { op, outcome, object, precondition }: RecordedOperation,
  alone: ReadonlyMap<string, Life | undefined>,
): boolean {
  if (op !== "cas" || outcome !== "conflict" || precondition === undefined) return false;
  return alone.get(object)?.replaced.has(precondition) === true;
}

function aloneIn(
  operations: readonly RecordedOperation[],
  lives: ReadonlyMap<string, Life>,
): ReadonlyMap<string, Life | undefined> {
  const alone = new Map<string, Life | undefined>();
  for (const operation of operations) {
    const life = lives.get(lifeOf(operation));
    if (life === undefined) continue;
    const isAlone = !alone.has(operation.object) || alone.get(operation.object) === life;
    alone.set(operation.object, isAlone ? life : undefined);
  }
  return alone;
}

function isSeenWrite(operation: RecordedOperation, lives: ReadonlyMap<string, Life>): boolean {
  const { op, outcome, precondition, version } = operation;
  if (op !== "cas" || outcome !== "ok" || version === precondition) return false;
  return (operation.return ?? Infinity) < (lives.get(lifeOf(operation))?.lastShown ?? -Infinity);
}

function isLateRead(operation: RecordedOperation, lives: ReadonlyMap<string, Life>): boolean {
  if (operation.op !== "read" || operation.outcome !== "ok") return false;
  return operation.invoke > (lives.get(lifeOf(operation))?.firstWritten ?? Infinity);
}

function isEventOfWrite(line: RecordedLine, lives: ReadonlyMap<string, Life>): boolean {
  if (!("watch" in line) || line.event !== "MODIFIED" || line.version === undefined) return false;
  return lives.get(lifeOf(line))?.made.has(line.version) === true;
}

function lifeOf({ object = "", uid = "" }: Pick<RecordedEvent, "object" | "uid">): string {
  return `${object}\n${uid}`;
}

function isOperation(line: RecordedLine): line is RecordedOperation {
  return "op" in line;
}

function isComparable([header]: readonly RecordedLine[]): boolean {
  return header !== undefined && "versions" in header && header.versions === "comparable";
}
