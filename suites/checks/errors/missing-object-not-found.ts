import type { ObjectKey, ResourceVersion } from "#contract";
import { defineCheck, judgeNoneMoved, judgeReason, sampleSpec, specWrite } from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";
import { tryMissing } from "./try-missing.ts";

interface Observations {
  readonly trials: readonly RefusalTrial[];
}

/** A write that creates what it does not find brings back what a user has deleted. */
export const missingObjectNotFound = defineCheck<Observations>({
  id: "errors/missing-object-not-found",
  title: "Updating or deleting an object that does not exist is refused as not found",
  covers: [
    "errors.missing-object-not-found",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",

  async drive(context) {
    const { update, delete: deletions } = context.kind.operations;
    const trials = await Promise.all([
      ...update.map((via) => tryUpdate(context, via)),
      ...deletions.map((via) => tryDelete(context, via)),
    ]);
    return { trials };
  },

  judge({ trials }) {
    return [
      ...trials.map((trial) =>
        judgeReason(trial, {
          requirement: "errors.missing-object-not-found",
          reasons: ["notFound"],
          because: "there is no such object",
        }),
      ),
      ...judgeNoneMoved(trials),
    ];
  },
});

async function tryUpdate(context: CheckContext, via: string): Promise<RefusalTrial> {
  const { key, object } = await context.fixture();
  const update = (at: ObjectKey, resourceVersion: ResourceVersion): ReturnType<typeof specWrite> =>
    specWrite(at, { via, resourceVersion, spec: sampleSpec(context, 1) });
  const { resourceVersion } = object.metadata;
  const control = await context.call(update(key, resourceVersion));
  return tryMissing(context, (missing) => update(missing, resourceVersion), control);
}

async function tryDelete(context: CheckContext, via: string): Promise<RefusalTrial> {
  const { key } = await context.fixture();
  const deletion = { verb: "delete", identity: "author", via } as const;
  const control = await context.call({ ...deletion, key });
  return tryMissing(context, (missing) => ({ ...deletion, key: missing }), control);
}
