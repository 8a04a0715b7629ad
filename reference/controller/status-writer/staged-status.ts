import { jsonEquals } from "#contract";
import type { JsonValue, Resource } from "#contract";
import type { StagedCondition } from "./condition.ts";

/** All changes that were staged in one reconcile. */
export interface StagedChanges {
  /** Status fields by name; null removes a field. */
  readonly members: Readonly<Record<string, JsonValue>>;
  /** Each type once, in the order of first staging. */
  readonly conditions: readonly StagedCondition[];
  /** Fields that must not have changed since the reconcile started. */
  readonly claimed: readonly string[];
}

/** Fields that the flush sets. */
const ownMembers = new Set(["conditions", "observedGeneration"]);

/**
 * The status changes of one reconcile, collected in memory until they are flushed. Any number of components can stage,
 * and one write stores everything.
 */
export class StagedStatus {
  readonly object: Resource;
  readonly #members = new Map<string, JsonValue>();
  readonly #conditions = new Map<string, StagedCondition>();
  readonly #claimed = new Set<string>();

  constructor(object: Resource) {
    this.object = object;
  }

  /**
   * Stages a field that this controller owns. After a conflict it is written again, over the value that is current by then.
   *
   * @throws RangeError for `conditions` and `observedGeneration`, which have their own methods.
   */
  set(member: string, value: JsonValue): void {
    if (ownMembers.has(member)) {
      throw new RangeError(
        `status.${member} cannot be set directly: stage each condition individually`,
      );
    }
    this.#members.set(member, value);
  }

  clear(member: string): void {
    this.set(member, null);
  }

  /**
   * Stages a field with a permanent decision, such as an allocated address. If another writer changed it after the
   * reconcile started, the flush fails with a conflict instead of overwriting it, and the next reconcile decides again.
   */
  claim(member: string, value: JsonValue): void {
    this.set(member, value);
    this.#claimed.add(member);
  }

  /** Stages a condition; the last one of a type wins. */
  condition(condition: StagedCondition): void {
    this.#conditions.set(condition.type, condition);
  }

  changes(): StagedChanges {
    return {
      members: Object.fromEntries(this.#members),
      conditions: [...this.#conditions.values()],
      claimed: [...this.#claimed],
    };
  }
}

/** Claimed fields that changed since the reconcile started. */
export function lostClaims(
  { claimed }: StagedChanges,
  started: Resource,
  current: Resource,
): readonly string[] {
  return claimed.filter(
    (member) => !jsonEquals(started.status?.[member], current.status?.[member]),
  );
}
