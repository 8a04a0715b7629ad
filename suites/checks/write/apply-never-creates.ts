import type { ObjectKey, PatchStatusCommand } from "#contract";
import { defineCheck, judgeRefusal, readOf, sampleStatus, statusApply } from "#harness";
import type { RefusalTrial } from "#harness";

interface Observations {
  readonly trial: RefusalTrial;
}

/** An apply that creates brings an object back to life that a user has deleted. */
export const applyNeverCreates = defineCheck<Observations>({
  id: "write/apply-never-creates",
  title: "An apply to the status of a missing object is refused as not found",
  covers: [
    "write.apply-never-creates",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key: stored, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const applyTo = (key: ObjectKey): PatchStatusCommand =>
      statusApply(key, {
        manager: "conformance-first",
        status: sampleStatus(context, 0),
        resourceVersion,
      });
    const missing = context.unusedKey();
    const before = await context.call(readOf(missing));
    const attempt = await context.call(applyTo(missing));
    const after = await context.call(readOf(missing));
    const events = await context.settle(missing);
    const control = await context.call(applyTo(stored));
    return { trial: { before, attempt, after, events, control } };
  },

  judge({ trial }) {
    return judgeRefusal(trial, {
      requirement: "write.apply-never-creates",
      reasons: ["notFound"],
      because: "there is no such object",
    });
  },
});
