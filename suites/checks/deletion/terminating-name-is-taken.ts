import {
  createHeld,
  defineCheck,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  readOf,
  requestDeletion,
  sampleSpec,
  tryRefusal,
  undecided,
} from "#harness";
import type { RefusalTrial, Step } from "#harness";

interface Observations {
  readonly held: Step;
  /**
   * Create requests with the name of that object. Empty if the object was removed without waiting for its finalizers.
   */
  readonly trials: readonly RefusalTrial[];
}

const requirement = "deletion.terminating-name-is-taken";

export const terminatingNameIsTaken = defineCheck<Observations>({
  id: "deletion/terminating-name-is-taken",
  title: "A create request is rejected while an object with the same name is being deleted",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "kind",
  needsNoStatus: true,
  features: ["delete", "finalizers"],
  verbs: ["create", "delete"],

  async drive(context) {
    const key = context.unusedKey();
    await createHeld(context, key);
    await requestDeletion(context, key);
    const held = await context.call(readOf(key));
    if (objectOf(held)?.metadata.deletionTimestamp === undefined) return { held, trials: [] };
    const trials: RefusalTrial[] = [];
    for (const via of context.kind.operations.create) {
      const creation = {
        verb: "create",
        identity: "author",
        via,
        spec: sampleSpec(context, 1),
      } as const;
      const trial = await tryRefusal(context, {
        key,
        attempt: { ...creation, key },
        repair: () => ({ ...creation, key: context.unusedKey() }),
      });
      trials.push(trial);
    }
    return { held, trials };
  },

  judge({ held, trials }) {
    if (trials.length === 0) {
      const reason = "the deletion did not wait for the object's finalizers";
      return [undecided(requirement, reason, [held.exchange]), ...judgeNoneMoved([])];
    }
    return [
      ...trials.map((trial) =>
        judgeReason(trial, {
          requirement,
          reasons: ["alreadyExists", "conflict"],
          because: "an object with this name is being deleted",
        }),
      ),
      ...judgeNoneMoved(trials),
    ];
  },
});
