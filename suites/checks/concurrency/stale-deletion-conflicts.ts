import { uid } from "#contract";
import type { DeleteCommand, Resource } from "#contract";
import {
  acceptedObject,
  defineCheck,
  judgeRefusal,
  judgeNoneMoved,
  sampleSpec,
  specWrite,
  tryRefusal,
  vacuous,
} from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

interface Tried {
  /** The mistake in the request: `the version was replaced`. */
  readonly because: string;
  readonly trial: RefusalTrial;
}

interface Trials {
  readonly tried: readonly Tried[];
  /** Whether an operation accepts a uid, but the target does not declare `precondition.uid`. */
  readonly isUidUndeclared: boolean;
}

const requirement = "concurrency.stale-deletion-conflicts";

const otherUid = uid("00000000-0000-4000-8000-000000000000");

/** Some servers accept a precondition of a deletion and do not check it. */
export const staleDeletionConflicts = defineCheck<Trials>({
  id: "concurrency/stale-deletion-conflicts",
  title: "A deletion with a stale version or another uid conflicts",
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
      tried.push({ because: `${via} names a version that was replaced`, trial });
    }
    if (!context.target.features.includes("precondition.uid")) {
      return { tried, isUidUndeclared: withUid.length > 0 };
    }
    for (const via of withUid) {
      const trial = await tryDeletion(context, via, () => ({ uid: otherUid }));
      tried.push({ because: `${via} names the uid of another object`, trial });
    }
    return { tried, isUidUndeclared: false };
  },

  judge({ tried, isUidUndeclared }) {
    if (tried.length === 0) {
      const reason = isUidUndeclared
        ? "no delete operation accepts a version, and precondition.uid is not declared"
        : "no delete operation accepts a version, or accepts both a name and a uid";
      return [...vacuous([requirement], reason), ...judgeNoneMoved([])];
    }
    return tried.flatMap(({ because, trial }) =>
      judgeRefusal(trial, { requirement, reasons: ["conflict"], because }),
    );
  },
});

type Precondition = Pick<DeleteCommand, "resourceVersion" | "uid">;

/** Deletes a changed object with a wrong precondition, and then with the right version. */
async function tryDeletion(
  context: CheckContext,
  via: string,
  wrong: (created: Resource["metadata"]) => Precondition,
): Promise<RefusalTrial> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const change = specWrite(key, { resourceVersion, spec: sampleSpec(context, 1) });
  acceptedObject(await context.call(change), "a spec could not be changed");
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
