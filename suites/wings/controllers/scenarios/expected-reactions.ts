import type { ObjectKey, Resource } from "#contract";
import { describeKey, keyOf } from "#contract";
import { readinessOf, reportsReadiness } from "../rules/reads-as-ready.ts";
import type { ScenarioLog } from "./scenario-log.ts";

/** `owns`: an object owns another one. `ready`: an object reports readiness, because what it owns is ready. */
export type Reaction = "owns" | "ready";

/**
 * The reactions to a step that concern owned objects. An object can be reported on before they have occurred, so they
 * must be awaited separately. A controller need not react in this way, so the wait must be limited.
 */
export class ExpectedReactions {
  readonly #log: Pick<ScenarioLog, "objects" | "owned">;
  readonly #expected = new Map<string, Reaction>();
  readonly #leastOwned: (object: Resource) => number;

  /** `leastOwned` returns the number of objects that an object owns at least. */
  constructor(
    log: Pick<ScenarioLog, "objects" | "owned">,
    leastOwned: (object: Resource) => number = () => 1,
  ) {
    this.#log = log;
    this.#leastOwned = leastOwned;
  }

  expect(owner: ObjectKey, reaction: Reaction): void {
    this.#expected.set(describeKey(owner), reaction);
  }

  withdraw(owner: ObjectKey): void {
    this.#expected.delete(describeKey(owner));
  }

  /** True if an expected reaction has not been shown yet. Reactions for objects that are being deleted do not count. */
  get isPending(): boolean {
    return this.#log.objects?.some((object) => this.#awaits(object)) === true;
  }

  #awaits(object: Resource): boolean {
    const name = describeKey(keyOf(object));
    const reaction = this.#expected.get(name);
    if (reaction === undefined || object.metadata.deletionTimestamp !== undefined) return false;
    const owned = this.#log.owned.filter(({ owner }) => describeKey(owner) === name);
    if (reaction === "owns") return owned.length < this.#leastOwned(object);
    const isOwnedReady = owned.length > 0 && owned.every(({ isUnready }) => !isUnready);
    return isOwnedReady && readinessOf(object) !== undefined && !reportsReadiness(object);
  }
}
