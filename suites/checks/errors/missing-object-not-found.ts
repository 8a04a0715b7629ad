import type { Command, ObjectKey } from "#contract";
import {
  defineCheck,
  incidental,
  judgeNoneMoved,
  judgeReason,
  operationsToTry,
  sampleSpec,
  specWrite,
  tryOnMissing,
} from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

const requirement = "errors.missing-object-not-found";

interface Observations {
  readonly trials: readonly RefusalTrial[];
}

export const missingObjectNotFound = defineCheck<Observations>({
  id: "errors/missing-object-not-found",
  title: "Updating or deleting an object that does not exist is rejected as not found",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "kind",
  needsNoStatus: true,

  async drive(context) {
    const trials = await Promise.all([
      ...operationsToTry(context, "update")
        .filter((via) => context.kind.upserts?.includes(via) !== true)
        .map((via) => tryUpdate(context, via)),
      ...operationsToTry(context, "delete").map((via) => tryDelete(context, via)),
    ]);
    return { trials: trials.flat() };
  },

  judge({ trials }) {
    const silent = trials.length === 0 ? ([requirement] as const) : [];
    return [
      ...incidental(silent, "no operation updates or deletes an object"),
      ...trials.map((trial) =>
        judgeReason(trial, {
          requirement,
          reasons: ["notFound"],
          because: "the object does not exist",
        }),
      ),
      ...judgeNoneMoved(trials),
    ];
  },
});

async function tryUpdate(context: CheckContext, via: string): Promise<readonly RefusalTrial[]> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const spec = sampleSpec(context, 1);
  const update = (at: ObjectKey): Command => specWrite(at, { via, resourceVersion, spec });
  return tryWrite(context, update, key);
}

async function tryDelete(context: CheckContext, via: string): Promise<readonly RefusalTrial[]> {
  const { key } = await context.fixture();
  return tryWrite(context, (at) => ({ verb: "delete", identity: "author", via, key: at }), key);
}

async function tryWrite(
  context: CheckContext,
  write: (at: ObjectKey) => Command,
  existing: ObjectKey,
): Promise<readonly RefusalTrial[]> {
  const tried = await tryOnMissing(context, {
    mistakes: [{}],
    attempt: (_, missing) => write(missing),
    control: () => context.call(write(existing)),
  });
  return tried.map(({ trial }) => trial);
}
