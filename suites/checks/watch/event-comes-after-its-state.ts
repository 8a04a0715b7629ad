import { describeOutcome, keyOf } from "#contract";
import type { Resource, ResourceVersion } from "#contract";
import {
  claim,
  countedStatus,
  freshCount,
  defineCheck,
  eventsOf,
  errored,
  failureOf,
  isHidden,
  objectOf,
  readOf,
  statusWrite,
  undecided,
  watchOf,
  nothingToJudge,
} from "#harness";
import type { CheckContext, Finding, Step, WatchProbe } from "#harness";

const requirement = "write.visible-to-later-reads";

/** Number of writes. Several are needed, because some reads arrive too late to find stale state. */
const writes = 8;

interface ReadAtEvent {
  readonly replaced: ResourceVersion;
  readonly write: Step;
  readonly seen?: ResourceVersion;
  /** A read that was sent when the event arrived, even before the response to the write. */
  readonly read?: Step;
}

/** After an event, reads must return the state that the event reported. */
export const eventComesAfterItsState = defineCheck<readonly ReadAtEvent[]>({
  id: "watch/event-comes-after-its-state",
  title: "A read after the event for a write reflects that write",
  covers: [requirement],
  scope: "kind",
  // Starts before other checks, because reads that are delayed under load cannot find stale state.
  isFirst: true,
  verbs: ["watch"],

  async drive(context) {
    const { key, object } = await context.fixture();
    await using probe = await context.watch(watchOf(context, key));
    await probe.fence();
    const trials: ReadAtEvent[] = [];
    let { resourceVersion } = object.metadata;
    for (let count = 1; count <= writes; count += 1) {
      const trial = await readAtEvent(context, { probe, object, resourceVersion, count });
      trials.push(trial);
      const written = objectOf(trial.write);
      if (trial.read === undefined || written === undefined) break;
      ({ resourceVersion } = written.metadata);
    }
    return trials;
  },

  judge: (trials) =>
    trials.map((trial, index) => {
      const older = trials.slice(0, index + 1).map(({ replaced }) => replaced);
      return judgeRead(trial, older);
    }),
});

interface Turn {
  readonly probe: WatchProbe;
  readonly object: Resource;
  readonly resourceVersion: ResourceVersion;
  readonly count: number;
}

async function readAtEvent(context: CheckContext, turn: Turn): Promise<ReadAtEvent> {
  const { probe, object, resourceVersion, count } = turn;
  const key = keyOf(object);
  const before = eventsOf(probe.observe().events, key).length;
  const status = countedStatus(context, freshCount(context, count));
  const writing = context.call(statusWrite(context, key, { resourceVersion, status }));
  await probe.until((events) => eventsOf(events, key).length > before);
  const event = eventsOf(probe.observe().events, key)[before];
  if (event === undefined) return { replaced: resourceVersion, write: await writing };
  const [read, write] = await Promise.all([context.call(readOf(key)), writing]);
  return { replaced: resourceVersion, write, read, seen: event.resourceVersion };
}

/** Versions are opaque, so only versions that are known to have been replaced count as older. */
function judgeRead({ write, read, seen }: ReadAtEvent, older: readonly ResourceVersion[]): Finding {
  const evidence = [write.exchange, ...(read === undefined ? [] : [read.exchange])];
  const broken = failureOf(write) ?? (read === undefined ? undefined : failureOf(read));
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (read === undefined || seen !== objectOf(write)?.metadata.resourceVersion)
    return undecided(requirement, "no event for the write arrived", evidence);
  if (isHidden(read)) return nothingToJudge(requirement, read, evidence);
  const shown = objectOf(read)?.metadata.resourceVersion;
  return claim(requirement, {
    // If a write kept its version, the replaced version equals the new one. Another requirement judges that.
    holds: shown !== undefined && (shown === seen || !older.includes(shown)),
    expected: `a read sent after the event for version ${seen} returns that version or a newer one`,
    actual: shown === undefined ? describeOutcome(read.outcome) : `it returned version ${shown}`,
    evidence,
  });
}
