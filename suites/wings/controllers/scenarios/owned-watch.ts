import type { ObjectKey } from "#contract";
import { describeKey, keyOf } from "#contract";
import type { CheckContext, WatchProbe } from "#harness";
import type { OwnedKind } from "../rules/kind-promises.ts";
import { reportsReadiness } from "../rules/reads-as-ready.ts";
import type { ScenarioLog } from "./scenario-log.ts";

interface Watching {
  readonly context: CheckContext;
  readonly log: ScenarioLog;
  readonly owned: OwnedKind;
  /** The namespace of the objects of the scenario. Absent if they are cluster-scoped. */
  readonly namespace: string | undefined;
}

export class OwnedWatch {
  readonly kind: string;
  readonly #watching: Watching;
  readonly #watch: WatchProbe;
  #taken = 0;

  private constructor(watching: Watching, watch: WatchProbe) {
    this.kind = watching.owned.kind;
    this.#watching = watching;
    this.#watch = watch;
  }

  static async begin(watching: Watching): Promise<OwnedWatch> {
    const { context, namespace, owned } = watching;
    const place = { kind: owned.kind, ...(namespace === undefined ? {} : { namespace }) };
    const { outcome } = await context.call({ verb: "list", identity: "author", ...place });
    const version = outcome.result === "list" ? outcome.resourceVersion : undefined;
    const watch = await context.watch({
      verb: "watch",
      identity: "author",
      ...place,
      ...(version === undefined ? {} : { resourceVersion: version }),
    });
    return new OwnedWatch(watching, watch);
  }

  /** Adds new watch deliveries to the log, up to `untilMs` on the clock of the driver. */
  catchUp(untilMs = Infinity): void {
    const { log, owned } = this.#watching;
    const { events } = this.#watch.observe();
    for (const event of events.slice(this.#taken)) {
      if (event.arrivedMs > untilMs) return;
      log.shownOwned(event, owned.label);
      this.#taken += 1;
    }
  }

  async deleteOf(object: ObjectKey): Promise<void> {
    const { context, log } = this.#watching;
    const owner = describeKey(object);
    for (const { key, owner: of } of log.owned) {
      if (describeKey(of) !== owner) continue;
      await context.call({ verb: "delete", identity: "author", key });
    }
  }

  /**
   * Each object must have one owned object. An object that does not report readiness may also have
   * none. No owned object may be orphaned.
   */
  isRight(): boolean {
    const { log } = this.#watching;
    const counts = new Map<string, number>();
    for (const { owner } of log.owned) {
      const name = describeKey(owner);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const objects = log.objects ?? [];
    const isRight = objects.every((object) => {
      const name = describeKey(keyOf(object));
      const count = counts.get(name) ?? 0;
      counts.delete(name);
      return count === 1 || (count === 0 && !reportsReadiness(object));
    });
    return isRight && counts.size === 0;
  }
}
