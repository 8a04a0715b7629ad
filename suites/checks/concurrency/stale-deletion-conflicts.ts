import type { DeleteCommand, Resource } from "#contract";
import {
  defineCheck,
  judgeRefusal,
  judgeNoneMoved,
  tryRefusal,
  supports,
  incidental,
  writeSpecOrStatus,
} from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";
import { otherUidReasons } from "./uid-precondition.ts";

interface Tried {
  /** Why the request must be rejected: `the version was replaced`. */
  readonly because: string;
  /** Whether the uid of the request is wrong, not its version. Absent in older records. */
  readonly isOtherUid?: true;
  readonly trial: RefusalTrial;
}

const requirement = "concurrency.stale-deletion-conflicts";

/** Some servers accept a precondition in a delete request without checking it. */
export const staleDeletionConflicts = defineCheck<readonly Tried[]>({
  id: "concurrency/stale-deletion-conflicts",
  title: "A deletion with a stale version or another uid is rejected",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "kind",
  needsNoStatus: true,
  features: ["delete"],
  verbs: ["delete", "update"],

  async drive(context) {
    const { version = [], uid: withUid = [] } = context.kind.guardedDeletions ?? {};
    const tried: Tried[] = [];
    for (const via of version) {
      const trial = await tryDeletion(context, via, ({ resourceVersion }) => ({ resourceVersion }));
      tried.push({ because: `${via} specifies a version that was replaced`, trial });
    }
    if (!supports(context, "precondition.uid")) return tried;
    for (const via of withUid) {
      const { object: another } = await context.fixture();
      const trial = await tryDeletion(context, via, () => ({ uid: another.metadata.uid }));
      const because = `${via} specifies the uid of another object`;
      tried.push({ because, isOtherUid: true, trial });
    }
    return tried;
  },

  judge(tried) {
    if (tried.length === 0)
      return [
        ...incidental([requirement], "no delete operation accepts a version or a uid"),
        ...judgeNoneMoved([]),
      ];
    return tried.flatMap(({ because, isOtherUid, trial }) => {
      const reasons = isOtherUid === true ? otherUidReasons : (["conflict"] as const);
      return judgeRefusal(trial, { requirement, reasons, because });
    });
  },
});

type Precondition = Pick<DeleteCommand, "resourceVersion" | "uid">;

async function tryDeletion(
  context: CheckContext,
  via: string,
  wrong: (created: Resource["metadata"]) => Precondition,
): Promise<RefusalTrial> {
  const { exchange, key, object } = await context.fixture();
  await writeSpecOrStatus(context, { exchange, object }, 1);
  const deletion = { verb: "delete", identity: "author", key, via } as const;
  return tryRefusal(context, {
    key,
    attempt: { ...deletion, ...wrong(object.metadata) },
    repair: ({ metadata }) => ({
      ...deletion,
      ...("resourceVersion" in wrong(object.metadata)
        ? { resourceVersion: metadata.resourceVersion }
        : { uid: metadata.uid }),
    }),
  });
}
