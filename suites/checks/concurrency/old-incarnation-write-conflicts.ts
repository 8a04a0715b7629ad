import type { ObjectKey, Resource } from "#contract";
import {
  awaitRemoval,
  claim,
  createAgain,
  defineCheck,
  judgeRefusal,
  sampleStatus,
  statusWrite,
  tryRefusal,
  writePriorStatuses,
} from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

interface Observations {
  readonly old: Resource;
  readonly recreated: Resource;
  readonly trial: RefusalTrial;
  readonly isWithoutUid?: true;
  /** Whether writes address objects by uid. A write to the deleted object then contains that object's uid. */
  readonly isFoundByUid?: true;
}

export const oldIncarnationWriteConflicts = defineCheck<Observations>({
  id: "concurrency/old-incarnation-write-conflicts",
  title: "A status write for a deleted object does not change a new object with the same name",
  covers: [
    "concurrency.old-incarnation-write-conflicts",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  presumes: { deletedName: "free" },
  features: ["delete"],
  verbs: ["delete"],

  async drive(context) {
    const { key, object: old } = await context.fixture();
    const recreated = await recreate(context, key);
    const status = sampleStatus(context, 0);
    const { isWithoutUid, isFoundByUid } = context.kind;
    const meant = isFoundByUid === true ? { uid: old.metadata.uid } : {};

    const trial = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, {
        resourceVersion: old.metadata.resourceVersion,
        status,
        ...meant,
      }),
      repair: ({ metadata: { resourceVersion } }) =>
        statusWrite(context, key, { resourceVersion, status }),
    });
    return {
      old,
      recreated,
      trial,
      ...(isWithoutUid === true ? { isWithoutUid } : {}),
      ...(isFoundByUid === true ? { isFoundByUid } : {}),
    };
  },

  judge({ old, recreated, trial, isWithoutUid = false, isFoundByUid = false }) {
    const requirement = "concurrency.old-incarnation-write-conflicts";
    return [
      ...judgeRefusal(trial, {
        requirement,
        reasons: isFoundByUid ? ["conflict", "notFound"] : ["conflict"],
        because: `the ${isFoundByUid ? "uid" : "version"} belongs to an object that was deleted`,
      }),
      claim(requirement, {
        holds: isWithoutUid || recreated.metadata.uid !== old.metadata.uid,
        expected: "the new object has its own uid",
        actual: `it has the uid of the deleted object, ${old.metadata.uid}`,
        evidence: [trial.before.exchange],
      }),
    ];
  },
});

async function recreate(context: CheckContext, key: ObjectKey): Promise<Resource> {
  await context.call({ verb: "delete", identity: "author", key });
  await awaitRemoval(context, key);
  return (await writePriorStatuses(context, { ...(await createAgain(context, key)), key })).object;
}
