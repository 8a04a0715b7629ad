import { keyOf } from "#contract";
import {
  defineCheck,
  deleteObject,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  undecided,
} from "#harness";
import type { Fixture, SettledEvents, Step } from "#harness";

interface Observations {
  readonly created: Fixture;
  readonly deletion: Step;
  readonly settled: SettledEvents;
}

const requirement = "semantics.deletion-tells-the-key";

/** Tests the declaration `deletedEvent: keyOnly`. */
export const deletionTellsTheKey = defineCheck<Observations>({
  id: "semantics/deletion-tells-the-key",
  title: "A DELETED event identifies the object but does not contain it, as declared",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["delete"],
  verbs: ["delete", "watch"],

  async drive(context) {
    const created = await context.fixture();
    const deletion = await deleteObject(context, created.key);
    return { created, deletion, settled: await context.settle(created.key) };
  },

  judge({ created, deletion, settled }) {
    const deleted = eventsOf(settled.events, keyOf(created.object)).filter(
      ({ type }) => type === "DELETED",
    );
    const evidence = [...exchangesOf([created]), deletion.exchange];
    // Whether a deletion is reported at all is another requirement.
    if (settled.reached && deleted.length === 0) {
      return [undecided(requirement, "no DELETED event for the object arrived", evidence)];
    }
    return [
      givenDelivery(requirement, { watches: [settled], evidence }, () => ({
        holds: deleted.every(({ object }) => object === undefined),
        expected:
          "a DELETED event that identifies the object but does not contain it, as declared (deletedEvent: keyOnly)",
        actual: deleted.some(({ object }) => object !== undefined)
          ? "the event contains the object, as with deletedEvent: lastState"
          : describeEvents(deleted),
      })),
    ];
  },
});
