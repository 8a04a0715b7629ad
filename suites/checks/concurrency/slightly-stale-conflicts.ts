import { counted, keyOf } from "#contract";
import {
  countedStatus,
  defineCheck,
  freshCount,
  isSame,
  judgeRefusal,
  objectOf,
  readOf,
  refusalOf,
  statusWrite,
  tryRefusal,
  versionsOf,
  writeStatuses,
} from "#harness";
import type { CheckContext, RefusalTrial, SeenEvent, Step, Written } from "#harness";

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
  scope: "status-write-group",
  isAlone: true,
  takesTurns: true,

  /**
   * The mutations of the group share one object, and all of their attempts are sent at once. If an attempt was not
   * rejected, or changed the object, the attempts may have affected each other, and are repeated on separate objects.
   */
  async drive(context) {
    const together = await tryTogether(context);
    if (together !== undefined) return { trials: together };
    const trials: Trial[] = [];
    for (const via of context.vias) {
      for (const behind of distances) {
        const trial = await context.alone(() => tryAlone({ ...context, via }, behind));
        trials.push({ behind, trial });
      }
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

/** Resolves with undefined if the attempts may have affected each other. */
async function tryTogether(context: CheckContext): Promise<readonly Trial[] | undefined> {
  const { written, tried, before } = await context.alone(() => tryStale(context));
  const [{ object }] = written;
  const key = keyOf(object);
  const after = await context.call(readOf(key));
  const attempts = tried.map(({ attempt }) => attempt);
  if (!haveNoEffect({ attempts, before, after })) return undefined;
  const settled = await context.settle(key);
  const events = { ...settled, events: eventsOfAttempts(settled.events, written) };
  const { vias } = context;
  const controls = await Promise.all(vias.map((via) => writeNew({ ...context, via })));
  return tried.map(({ behind, via, attempt }) => {
    const control = controls[vias.indexOf(via)];
    const trial = { before, attempt, after, events };
    return { behind, trial: control === undefined ? trial : { ...trial, control } };
  });
}

interface Stale {
  /** The created object and its writes, in order. */
  readonly written: readonly [Written, ...Written[]];
  readonly before: Step;
  readonly tried: readonly {
    readonly behind: number;
    readonly via: string;
    readonly attempt: Step;
  }[];
}

/** Sends no other writes, because these could make the versions more stale. */
async function tryStale(context: CheckContext): Promise<Stale> {
  const { vias } = context;
  const { key, ...created } = await context.fixture();
  const writes: Written[] = [];
  for (const count of distances) {
    const via = vias[count % vias.length] ?? context.via;
    const last = writes.at(-1) ?? created;
    writes.push(...(await writeStatuses({ ...context, via }, last, [count])));
  }
  const written = [created, ...writes] as const;
  const before = await context.call(readOf(key));
  const attempts = distances.flatMap((behind) =>
    vias.map(async (via) => {
      const { resourceVersion } = (written.at(-1 - behind) ?? created).object.metadata;
      const own = { ...context, via };
      const status = countedStatus(own, freshCount(own, distances.length + behind));
      const attempt = await context.call(statusWrite(own, key, { resourceVersion, status }));
      return { behind, via, attempt };
    }),
  );
  return { written, before, tried: await Promise.all(attempts) };
}

/**
 * Removes the events for the writes before the last one. They may arrive late, and are then not caused by the attempts.
 */
export function eventsOfAttempts(
  events: readonly SeenEvent[],
  written: readonly Written[],
): readonly SeenEvent[] {
  const earlier = new Set<string>(versionsOf(written.slice(0, -1)));
  return events.filter(
    ({ resourceVersion, type }) => type === "ADDED" || !earlier.has(resourceVersion ?? ""),
  );
}

interface Tried {
  readonly attempts: readonly Step[];
  readonly before: Step;
  readonly after: Step;
}

function haveNoEffect({ attempts, before, after }: Tried): boolean {
  const stored = objectOf(after);
  const areRejected = attempts.every((attempt) => refusalOf(attempt) !== undefined);
  return areRejected && stored !== undefined && isSame(objectOf(before), stored);
}

/** The positive control: the mutation accepts the current version of another object. */
async function writeNew(context: CheckContext): Promise<Step> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const status = countedStatus(context, freshCount(context, 1));
  return context.call(statusWrite(context, key, { resourceVersion, status }));
}

async function tryAlone(context: CheckContext, behind: number): Promise<RefusalTrial> {
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
