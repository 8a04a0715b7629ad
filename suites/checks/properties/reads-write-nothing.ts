import { counted, keyOf } from "#contract";
import type { Command, RequirementId, Resource } from "#contract";
import {
  defineProperty,
  followTrail,
  interruptionOf,
  objectOf,
  sampleStatus,
  simplerRounds,
  stateDifferences,
  statusWrite,
  tally,
  violatedBy,
} from "#harness";
import type { CheckContext, Choices, Judgement, SettledEvents, Trail } from "#harness";

interface Round extends Choices {
  /** Index of the kind's read operation, modulo the number of operations. */
  readonly way: number;
}

interface Observed {
  readonly trail: Trail;
  readonly events: SettledEvents;
}

const visible = "write.visible-to-later-reads";
const silent = "watch.one-event-per-write";
const covers: readonly RequirementId[] = [visible, silent];

export const readsWriteNothing = defineProperty<readonly Round[], Observed>({
  id: "properties/reads-write-nothing",
  title:
    "Reading an object, however often and through any operation, neither changes it nor " +
    "causes an event",
  covers,

  inputs: (_, { fc, roundsOf }) => roundsOf(fc.record({ way: fc.nat({ max: 3 }) }), 8),
  simpler: simplerRounds,
  cost: 8,
  play: readOften,
  judge,
});

async function readOften(context: CheckContext, rounds: readonly Round[]): Promise<Observed> {
  const write = (object: Resource): Command =>
    statusWrite(context, keyOf(object), {
      resourceVersion: object.metadata.resourceVersion,
      status: sampleStatus(context, 0),
    });
  const operations = context.kind.operations.read;
  const read =
    ({ way }: Round) =>
    (object: Resource): Command => {
      const via = operations[way % operations.length];
      const key = keyOf(object);
      return { verb: "read", identity: "author", key, ...(via === undefined ? {} : { via }) };
    };
  const trail = await followTrail(context, [write, ...rounds.map(read)]);
  return { trail, events: await context.settle(trail.fixture.key) };
}

function judge({ trail, events }: Observed): Judgement {
  const interruption = interruptionOf([trail], visible);
  if (interruption !== undefined) return interruption;
  const [written, ...reads] = trail.steps.map(objectOf);
  const differences = reads.flatMap((read) =>
    written === undefined || read === undefined ? [] : stateDifferences(written, read),
  );
  const [difference] = differences;
  if (difference !== undefined) {
    const { expected, actual } = difference;
    return violatedBy([trail], { requirement: visible, expected, actual });
  }
  const held = reads.map((): RequirementId => visible);
  if (!events.watched || !events.reached) return { exercised: tally(held) };
  const versions = new Set(events.events.map(({ resourceVersion }) => resourceVersion));
  if (versions.size <= 2) return { exercised: tally([...held, silent]) };
  const expected = "two events: one for the creation and one for the status write";
  return violatedBy([trail], {
    requirement: silent,
    expected,
    actual: counted(versions.size, "event"),
  });
}
