import {
  defineCheck,
  judgeRefusal,
  operationsToTry,
  sampleStatus,
  acceptedObject,
  specWrite,
  statusWrite,
  tryRefusal,
  judgeNoneMoved,
  vacuous,
} from "#harness";
import type { RefusalTrial } from "#harness";

const requirement = "concurrency.stale-spec-write-conflicts";

/** Some servers compare versions only if a write contains a spec. */
export const staleLabelWriteConflicts = defineCheck<readonly RefusalTrial[]>({
  id: "concurrency/stale-label-write-conflicts",
  title: "A label write with a version that a status write has replaced conflicts",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "kind",
  features: ["labels.write"],
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const write = { resourceVersion: stale, status: sampleStatus(context, 0) };
    acceptedObject(
      await context.call(statusWrite(context, key, write)),
      "a status could not be stored",
    );
    const trials: RefusalTrial[] = [];
    const updates = operationsToTry(context, "update");
    for (const [index, via] of updates.entries()) {
      const labels = { ...context.label, "conformance-note": `stale-${index}` };
      const trial = await tryRefusal(context, {
        key,
        attempt: specWrite(key, { via, resourceVersion: stale, labels }),
        repair: ({ metadata: { resourceVersion } }) =>
          specWrite(key, { via, resourceVersion, labels }),
      });
      trials.push(trial);
    }
    return trials;
  },

  judge(trials) {
    if (trials.length === 0) return [...vacuous([requirement]), ...judgeNoneMoved([])];
    const because =
      "a status write replaced the version, and a label write must also name the current version";
    return trials.flatMap((trial) =>
      judgeRefusal(trial, { requirement, reasons: ["conflict"], because }),
    );
  },
});
