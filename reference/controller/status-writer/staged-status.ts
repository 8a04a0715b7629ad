import { jsonEquals } from "#contract";
import type { JsonValue, Resource } from "#contract";
import type { StagedCondition } from "./condition.ts";

/** All that was staged in one reconcile. */
export interface StagedChanges {
  /** Fields of the status by name; null takes one away. */
  readonly members: Readonly<Record<string, JsonValue>>;
  /** Each type once, in the order in which they were first staged. */
  readonly conditions: readonly StagedCondition[];
  /** Fields that must not have changed since the reconcile started. */
  readonly claimed: readonly string[];
}

/** Fields that the flush fills in itself. */
const ownMembers = new Set(["conditions", "observedGeneration"]);

/**
 * What one reconcile wants to say about an object, kept in memory until it is flushed. Nothing of it
 * talks to the endpoint, so that any number of components can stage and one write carries it all.
 */
export class StagedStatus {
  /** The object as it was when the reconcile started. */
  readonly object: Resource;
  readonly #members = new Map<string, JsonValue>();
  readonly #conditions = new Map<string, StagedCondition>();
  readonly #claimed = new Set<string>();

  constructor(object: Resource) {
    this.object = object;
  }

  /**
   * Stages a field that this controller owns. After a conflict it is written again, over whatever is
   * there then.
   *
   * @throws RangeError for `conditions` and `observedGeneration`, which have ways of their own.
   */
  set(member: string, value: JsonValue): void {
    if (ownMembers.has(member)) {
      throw new RangeError(`status.${member} is not set by hand: stage conditions one by one`);
    }
    this.#members.set(member, value);
  }

  /** Stages that a field of this controller goes. */
  clear(member: string): void {
    this.set(member, null);
  }

  /**
   * Stages a field with a permanent decision, such as an allocated address. If another writer changed it after the
   * reconcile started, the flush ends in a conflict instead of overwriting it, and the next reconcile decides again.
   */
  claim(member: string, value: JsonValue): void {
    this.set(member, value);
    this.#claimed.add(member);
  }

  /** Stages a condition; the last one of a type counts. */
  condition(condition: StagedCondition): void {
    this.#conditions.set(condition.type, condition);
  }

  /** What was staged so far. */
  changes(): StagedChanges {
    return {
      members: Object.fromEntries(this.#members),
      conditions: [...this.#conditions.values()],
      claimed: [...this.#claimed],
    };
  }
}

/** The claimed fields that are not any more as they were when the reconcile started. */
export function lostClaims(
  { claimed }: StagedChanges,
  started: Resource,
  current: Resource,
): readonly string[] {
  return claimed.filter(
    (member) => !jsonEquals(started.status?.[member], current.status?.[member]),
  );
}
