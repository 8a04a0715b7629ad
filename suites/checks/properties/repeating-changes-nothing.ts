import { keyOf } from "#contract";
import type { Command, RequirementId, Resource } from "#contract";
import {
  declaredFor,
  defineProperty,
  followTrail,
  interruptionOf,
  isSame,
  objectOf,
  simplerRounds,
  statusOf,
  tally,
  violatedBy,
  withoutLists,
} from "#harness";
import type {
  CheckContext,
  Choices,
  Judgement,
  StatusChoice,
  Trail,
  TrailDifference,
} from "#harness";

interface Round extends Choices, StatusChoice {
  /** Index of the kind's status mutation, modulo the number of mutations. */
  readonly way: number;
  /** Number of repetitions minus one. */
  readonly again: number;
}

interface Observed {
  readonly trail: Trail;
  readonly repeats: readonly number[];
  readonly keepsVersion: boolean;
}

const content = "write.stores-submitted-status";
const version = "concurrency.no-op-keeps-version";
const covers: readonly RequirementId[] = [content, version];

export const repeatingChangesNothing = defineProperty<readonly Round[], Observed>({
  id: "properties/repeating-changes-nothing",
  title: "Repeating a status write does not change its result",
  covers,

  inputs: (context, { fc, roundsOf, statusChoices }) =>
    roundsOf(
      fc.record({
        ...statusChoices(context),
        way: fc.nat({ max: 7 }),
        again: fc.nat({ max: 5 }),
      }),
      2,
    ),
  simpler: simplerRounds,
  cost: 8,
  play: repeat,
  judge,
});

async function repeat(context: CheckContext, rounds: readonly Round[]): Promise<Observed> {
  const repeats: number[] = [];
  const makers = [];
  for (const round of rounds) {
    const write = writeOf(context, round);
    makers.push(write);
    for (let time = 0; time <= round.again; time += 1) {
      repeats.push(makers.length);
      makers.push(write);
    }
  }
  const trail = await followTrail(context, makers);
  const keepsVersion = context.kind.operations.updateStatus.every(
    (via) => declaredFor(context, { verb: "updateStatus", via }).noOp === "keepsVersion",
  );
  return { trail, repeats, keepsVersion };
}

function writeOf(context: CheckContext, round: Round): (object: Resource) => Command {
  const { kind } = context;
  const operations = kind.operations.updateStatus;
  const via = operations[round.way % operations.length] ?? "";
  const { lists } = declaredFor(context, { verb: "updateStatus", via });
  const isPlain = kind.statusModes[via] !== "apply" && lists !== "merged";
  const chosen = statusOf(round, kind);
  const status = isPlain ? chosen : withoutLists(chosen);
  return (object) => ({
    verb: "updateStatus",
    identity: "controller",
    via,
    key: keyOf(object),
    resourceVersion: object.metadata.resourceVersion,
    status,
  });
}

function judge({ trail, repeats, keepsVersion }: Observed): Judgement {
  const interruption = interruptionOf([trail], content);
  if (interruption !== undefined) return interruption;
  const objects = trail.steps.map(objectOf);
  for (const position of repeats) {
    const first = objects[position - 1];
    const again = objects[position];
    if (first === undefined || again === undefined) continue;
    const difference = differenceOf(first, again, keepsVersion);
    if (difference !== undefined) return violatedBy([trail], difference);
  }
  const held = repeats.flatMap((): readonly RequirementId[] =>
    keepsVersion ? [content, version] : [content],
  );
  return { exercised: tally(held) };
}

function differenceOf(
  first: Resource,
  again: Resource,
  keepsVersion: boolean,
): TrailDifference | undefined {
  if (!isSame(first.status, again.status)) {
    const expected = `the status ${JSON.stringify(first.status)}, as before`;
    return { requirement: content, expected, actual: JSON.stringify(again.status) };
  }
  const before = first.metadata.resourceVersion;
  const after = again.metadata.resourceVersion;
  if (!keepsVersion || before === after) return undefined;
  return {
    requirement: version,
    expected: `version ${before}, as before`,
    actual: `version ${after}`,
  };
}
