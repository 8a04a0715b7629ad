import { keyOf } from "#contract";
import {
  createHeld,
  defineCheck,
  deleteHeld,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  isAccepted,
  SetupFailed,
  specWrite,
  versionsOf,
} from "#harness";
import type { Finding, SettledEvents, Step, Written } from "#harness";

const requirement = "watch.last-finalizer-is-deleted";

interface Observations {
  readonly states: readonly [Written, Written];
  readonly release: Step;
  readonly settled: SettledEvents;
}

export const lastFinalizerIsDeleted = defineCheck<Observations>({
  id: "watch/last-finalizer-is-deleted",
  title: "Removing the last finalizer of a terminating object causes one DELETED event",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["delete", "finalizers"],
  verbs: ["delete", "update", "watch"],

  async drive(context) {
    const key = context.unusedKey();
    const created = await createHeld(context, key);
    const held = await deleteHeld(context, key);
    const { resourceVersion } = held.object.metadata;
    const release = await context.call(specWrite(key, { resourceVersion, finalizers: [] }));
    if (!isAccepted(release)) {
      throw new SetupFailed("the last finalizer could not be removed", release);
    }
    return { states: [created, held], release, settled: await context.settle(key) };
  },

  judge({ states, release, settled }): readonly Finding[] {
    const events = eventsOf(settled.events, keyOf(states[0].object));
    const known = versionsOf(states);
    const last = events.filter(
      ({ type, resourceVersion }) => type === "DELETED" || !known.includes(resourceVersion),
    );
    const of = { watches: [settled], evidence: [...exchangesOf(states), release.exchange] };
    return [
      givenDelivery(requirement, of, () => ({
        holds: last.length === 1 && last[0]?.type === "DELETED" && events.at(-1) === last[0],
        expected: `one DELETED event after version ${known.at(-1)}, the last version before the deletion`,
        actual: describeEvents(events),
      })),
    ];
  },
});
