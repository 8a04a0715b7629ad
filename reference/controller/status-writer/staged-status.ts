import { jsonEquals } from "#contract";
import type { JsonValue, Resource } from "#contract";
import type { StagedCondition } from "./condition.ts";

/** The status changes that one reconcile has staged but not yet written. */
export interface StagedChanges {
  /** Status fields by name. Null removes a field. */
  readonly members: Readonly<Record<string, JsonValue>>;
  /** The staged conditions, one per type, in the order in which their types were first staged. */
  readonly conditions: readonly StagedCondition[];
  /** Fields that must not have changed since the reconcile started. */
  readonly claimed: readonly string[];
}

/** Fields that the flush sets itself. */
const ownMembers = new Set(["conditions", "observedGeneration"]);

/**
 * The status changes of one reconcile, collected in memory until they are flushed. All components of a controller can
 * stage changes, and one write stores all of them.
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
   * Stages a field that this controller owns. After a conflict, the controller writes the field again, even if its
   * value has changed.
   *
   * @throws RangeError for `conditions` and `observedGeneration`, which have their own methods.
   */
  set(member: string, value: JsonValue): void {
    if (ownMembers.has(member)) {
      throw new RangeError(
        `status.${member} cannot be set directly: stage conditions with condition(); the flush sets observedGeneration`,
      );
    }
    this.#members.set(member, value);
  }

  clear(member: string): void {
    this.set(member, null);
  }

  /**
   * Stages a field with a permanent decision, such as an allocated address. If another writer has changed the field
   * since the reconcile started, the flush fails with a conflict instead of overwriting it, and the next reconcile
   * decides again.
   */
  claim(member: string, value: JsonValue): void {
    this.set(member, value);
    this.#claimed.add(member);
  }

  /** Stages a condition. The last condition of a type takes precedence. */
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

export function lostClaims(
  { claimed }: StagedChanges,
  started: Resource,
  current: Resource,
): readonly string[] {
  return claimed.filter(
    (member) => !jsonEquals(started.status?.[member], current.status?.[member]),
  );
}
