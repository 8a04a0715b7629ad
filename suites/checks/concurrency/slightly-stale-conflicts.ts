import { counted } from "#contract";
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
import type { CheckContext, Fixture, RefusalTrial, SeenEvent, Step, Written } from "#harness";

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

  /**
   * The mutations of the group share one object, whose first version becomes older with each write. If an attempt was
   * not rejected, or changed the object, the attempts may have affected each other, and are repeated on separate
   * objects.
   */
  async drive(context) {
    const together = await tryTogether(context);
    if (together !== undefined) return { trials: together };
    const trials: Trial[] = [];
    for (const via of context.vias) {
      for (const behind of distances) {
        trials.push({ behind, trial: await tryAlone({ ...context, via }, behind) });
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

interface Round {
  readonly behind: number;
  /** The write that made the attempted version older. */
  readonly written: Written;
  readonly before: Step;
  readonly attempts: readonly Step[];
  readonly after: Step;
}

/** Resolves with undefined if the attempts may have affected each other. */
async function tryTogether(context: CheckContext): Promise<readonly Trial[] | undefined> {
  const { vias } = context;
  const created = await context.fixture();
  const rounds: Round[] = [];
  for (const behind of distances) {
    const via = vias[behind % vias.length] ?? context.via;
    const last = rounds.at(-1)?.written ?? created;
    const [written = last] = await writeStatuses({ ...context, via }, last, [behind]);
    const round = { behind, written, ...(await tryAll(context, created, behind)) };
    if (!haveNoEffect(round)) return undefined;
    rounds.push(round);
  }
  // Waits once, after all rounds: the sentinel write of each wait would make the versions more stale.
  const events = await context.settle(created.key);
  const controls = await Promise.all(vias.map((via) => writeNew({ ...context, via })));
  return rounds.flatMap(({ behind, before, after, attempts }, index) => {
    const seen = eventsOfRound(events.events, rounds, index);
    const evidence = { before, after, events: { ...events, events: seen } };
    return attempts.map((attempt, place) => {
      const control = controls[place];
      const trial = { ...evidence, attempt, ...(control === undefined ? {} : { control }) };
      return { behind, trial };
    });
  });
}

/**
 * Removes the events for the writes of other rounds. An event for an earlier write may arrive late, and is then not
 * caused by the attempts of this round.
 */
export function eventsOfRound(
  events: readonly SeenEvent[],
  rounds: readonly Pick<Round, "written">[],
  index: number,
): readonly SeenEvent[] {
  const others = new Set<string>(
    versionsOf(rounds.filter((_, other) => other !== index).map(({ written }) => written)),
  );
  return events.filter(({ resourceVersion }) => !others.has(resourceVersion ?? ""));
}

async function tryAll(
  context: CheckContext,
  { key, object }: Fixture,
  behind: number,
): Promise<Pick<Round, "after" | "attempts" | "before">> {
  const { resourceVersion } = object.metadata;
  const before = await context.call(readOf(key));
  const attempts = await Promise.all(
    context.vias.map((via) => {
      const status = countedStatus({ ...context, via }, freshCount(context, behind + 1));
      return context.call(statusWrite(context, key, { via, resourceVersion, status }));
    }),
  );
  return { before, attempts, after: await context.call(readOf(key)) };
}

function haveNoEffect({ attempts, before, after }: Round): boolean {
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
