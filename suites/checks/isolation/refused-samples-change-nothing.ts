import type { Command, ObjectKey, Resource } from "#contract";
import {
  defineCheck,
  isAccepted,
  judgeNoneMoved,
  objectOf,
  operationsToTry,
  readOf,
  refusalOf,
  sampleStatus,
} from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

/** Permitted writes that were rejected. Empty if the target accepts them all. */
type Observations = readonly RefusalTrial[];

/** Other checks expect their writes to be accepted, and do not read an object after a rejection. */
export const refusedSamplesChangeNothing = defineCheck<Observations>({
  id: "isolation/refused-samples-change-nothing",
  title: "A permitted write of valid content changes nothing if the target rejects it",
  covers: ["isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  decides: [],
  scope: "kind",

  async drive(context) {
    const creations = await tryCreations(context);
    // No fixture can be created from a sample that is rejected.
    if (creations.length > 0) return creations;
    const { key } = await context.fixture();
    return [...(await tryChanges(context, key)), ...(await tryDeletion(context, key))];
  },

  judge: judgeNoneMoved,
});

const unwatched = { watched: false, reached: false, events: [] } as const;

async function tryCreations(context: CheckContext): Promise<Observations> {
  const { specs } = context.kind.samples;
  const trials: RefusalTrial[] = [];
  for (const via of operationsToTry(context, "create")) {
    for (const spec of specs) {
      const key = context.unusedKey();
      const before = await context.call(readOf(key));
      const attempt = await context.call({ verb: "create", identity: "author", via, key, spec });
      if (refusalOf(attempt) === undefined) continue;
      const after = await context.call(readOf(key));
      trials.push({ before, attempt, after, events: unwatched });
    }
  }
  return trials;
}

async function tryChanges(context: CheckContext, key: ObjectKey): Promise<Observations> {
  const trials: RefusalTrial[] = [];
  for (const change of changesOf(context, key)) {
    const trial = await tryWrite(context, key, change);
    if (trial !== undefined) trials.push(trial);
  }
  return trials;
}

type CommandFor = (stored: Resource) => Command;

function changesOf(context: CheckContext, key: ObjectKey): readonly CommandFor[] {
  const { specs, statuses } = context.kind.samples;
  const updates = operationsToTry(context, "update").flatMap((via) =>
    specs.map((spec): CommandFor => ({ metadata: { resourceVersion } }) => {
      return { verb: "update", identity: "author", via, key, resourceVersion, spec };
    }),
  );
  const reports = operationsToTry(context, "updateStatus").flatMap((via) =>
    [...statuses.keys()].map((index): CommandFor => ({ metadata: { resourceVersion } }) => {
      const status = sampleStatus(context, index);
      return { verb: "updateStatus", identity: "controller", via, key, resourceVersion, status };
    }),
  );
  return [...updates, ...reports];
}

async function tryDeletion(context: CheckContext, key: ObjectKey): Promise<Observations> {
  const [via] = operationsToTry(context, "delete");
  if (via === undefined) return [];
  const trial = await tryWrite(context, key, () => {
    return { verb: "delete", identity: "author", via, key };
  });
  return trial === undefined ? [] : [trial];
}

/** Sends a write. Resolves with the trial only if the write is rejected. */
async function tryWrite(
  context: CheckContext,
  key: ObjectKey,
  commandFor: CommandFor,
): Promise<RefusalTrial | undefined> {
  const before = await context.call(readOf(key));
  const stored = objectOf(before);
  if (stored === undefined) return undefined;
  const attempt = await context.call(commandFor(stored));
  if (isAccepted(attempt) || refusalOf(attempt) === undefined) return undefined;
  const after = await context.call(readOf(key));
  return { before, attempt, after, events: await context.settle(key) };
}
