import { uid } from "#contract";
import { defineCheck, judgeRefusal, sampleStatus, statusWrite, tryRefusal } from "#harness";
import type { RefusalTrial } from "#harness";

interface Observations {
  readonly trial: RefusalTrial;
}

/** A write that names a uid is meant for that incarnation and for no other. */
export const uidPrecondition = defineCheck<Observations>({
  id: "concurrency/uid-precondition",
  title: "A status write that names another uid conflicts",
  covers: [
    "concurrency.uid-precondition",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  features: ["precondition.uid"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = sampleStatus(context, 0);

    const trial = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, {
        resourceVersion,
        status,
        uid: uid("00000000-0000-4000-8000-000000000000"),
      }),
      repair: ({ metadata }) =>
        statusWrite(context, key, {
          resourceVersion: metadata.resourceVersion,
          status,
          uid: metadata.uid,
        }),
    });
    return { trial };
  },

  judge({ trial }) {
    return judgeRefusal(trial, {
      requirement: "concurrency.uid-precondition",
      reasons: ["conflict"],
      because: "the uid is not the stored one",
    });
  },
});
