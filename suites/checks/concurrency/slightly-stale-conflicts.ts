import { counted } from "#contract";
import {
  defineCheck,
  countedStatus,
  freshCount,
  judgeRefusal,
  statusWrite,
  tryRefusal,
  writeStatuses,
} from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

interface Trial {
  /** Distance from the current version, in writes. */
  readonly behind: number;
  readonly trial: RefusalTrial;
}

interface Observations {
  readonly trials: readonly Trial[];
}

/**
 * Distances from the current version, in writes. They are small, because concurrent cases increase the distance if all
 * objects share one version sequence.
 */
const distances = [1, 2, 3] as const;

export const slightlyStaleConflicts = defineCheck<Observations>({
  id: "concurrency/slightly-stale-conflicts",
  title:
    "On an idle target, a status write conflicts if its version is one, two or three writes old",
  covers: [
    "concurrency.stale-status-write-conflicts",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  isAlone: true,

  async drive(context) {
    const trials: Trial[] = [];
    for (const behind of distances) {
      trials.push({ behind, trial: await tryBehind(context, behind) });
    }
    return { trials };
  },

  judge({ trials }) {
    return trials.flatMap(({ behind, trial }) =>
      judgeRefusal(trial, {
        requirement: "concurrency.stale-status-write-conflicts",
        reasons: ["conflict"],
        because: `the version is ${counted(behind, "write")} old`,
      }),
    );
  },
});

async function tryBehind(context: CheckContext, behind: number): Promise<RefusalTrial> {
  const created = await context.fixture();
  const { key, object } = created;
  const counts = Array.from({ length: behind }, (_, index) => index + 1);
  await writeStatuses(context, created, counts);
  const status = countedStatus(context, freshCount(context, behind + 1));
  return tryRefusal(context, {
    key,
    attempt: statusWrite(context, key, {
      resourceVersion: object.metadata.resourceVersion,
      status,
    }),
    repair: ({ metadata: { resourceVersion } }) =>
      statusWrite(context, key, { resourceVersion, status }),
  });
}
