import { keyOf } from "#contract";
import type { Command, JsonObject, JsonValue, RequirementId, Resource } from "#contract";
import {
  declaredFor,
  defineProperty,
  followBothOrders,
  interruptionOf,
  isSame,
  simplerRounds,
  statusAfter,
  statusBeginning,
  statusWrite,
  tally,
  violatedBy,
  withoutLists,
  writtenAfter,
} from "#harness";
import type { CheckContext, Choices, Judgement, Trail, TrailDifference } from "#harness";

interface Round extends Choices {
  readonly sample: number;
  /** Indexes of the two fields, modulo the number of fields. */
  readonly first: number;
  readonly second: number;
}

interface Observed {
  /** The fields of the declared default that the first write preserves. Null if the initial status is preserved. */
  readonly beginning: JsonObject | null;
  /** Fields that every status has. If the first write omits them, the server must store defaults. None by default. */
  readonly nonNull?: readonly string[];
  readonly straight: Trail;
  readonly crossed: Trail;
}

const requirement = "write.omitted-members-unchanged";
const covers: readonly RequirementId[] = [requirement];

export const partialWritesCommute = defineProperty<readonly Round[], Observed>({
  id: "properties/partial-writes-commute",
  title: "Partial writes of different fields produce the same status in either order",
  covers,
  statusModes: ["partial"],

  inputs: (_, { fc, roundsOf }) =>
    roundsOf(
      fc.record({
        sample: fc.nat({ max: 2 }),
        first: fc.nat({ max: 7 }),
        second: fc.nat({ max: 7 }),
      }),
      3,
    ),
  simpler: simplerRounds,
  cost: 8,
  play: writeInBothOrders,
  judge,
});

async function writeInBothOrders(
  context: CheckContext,
  rounds: readonly Round[],
): Promise<Observed> {
  const write =
    (status: JsonObject) =>
    (object: Resource): Command =>
      statusWrite(context, keyOf(object), {
        resourceVersion: object.metadata.resourceVersion,
        status,
      });
  const beginning = context.kind.statusDefault === undefined ? null : statusBeginning(context);
  const [straight, crossed] = await followBothOrders(
    context,
    rounds.map((round) => {
      const [first, second] = pairOf(context, round);
      return [write(first), write(second)];
    }),
  );
  const { nonNullFields } = context.kind;
  const nonNull = nonNullFields === undefined ? {} : { nonNull: nonNullFields };
  return { beginning, straight, crossed, ...nonNull };
}

/** Two statuses with one field each. The fields are different if the kind has more than one. */
function pairOf(context: CheckContext, round: Round): readonly [JsonObject, JsonObject] {
  const { kind } = context;
  const { statuses } = kind.samples;
  const sample = statuses[round.sample % statuses.length] ?? {};
  const isMerging = kind.operations.updateStatus.some(
    (via) => declaredFor(context, { verb: "updateStatus", via }).lists === "merged",
  );
  // Excludes lists, because the result of a merged list depends on earlier writes.
  const members = Object.entries(isMerging ? withoutLists(sample) : sample);
  const first = round.first % Math.max(1, members.length);
  const step = 1 + (round.second % Math.max(1, members.length - 1));
  const second = (first + step) % Math.max(1, members.length);
  return [
    Object.fromEntries(members.slice(first, first + 1)),
    Object.fromEntries(members.slice(second, second + 1)),
  ];
}

function judge({ beginning, straight, crossed, nonNull = [] }: Observed): Judgement {
  const trails = [straight, crossed];
  const interruption = interruptionOf(trails, requirement);
  if (interruption !== undefined) return interruption;
  const difference =
    trails
      .map((trail) => lossIn(trail, beginning ?? trail.fixture.object.status ?? {}, nonNull))
      .find((found) => found !== undefined) ?? orderDifference(straight, crossed);
  return difference === undefined
    ? { exercised: tally(straight.steps.map(() => requirement)) }
    : violatedBy(trails, { ...difference, requirement });
}

type Difference = Omit<TrailDifference, "requirement">;

/** Finds the first difference from the expected status. Each write must add its field and remove nothing. */
function lossIn(
  trail: Trail,
  beginning: JsonObject,
  nonNull: readonly string[],
): Difference | undefined {
  const sum = new Map<string, JsonValue>(Object.entries(beginning));
  for (const [index, { command }] of trail.steps.entries()) {
    const written = command.verb === "updateStatus" ? command.status : {};
    for (const [member, value] of Object.entries(written)) sum.set(member, value);
    const actual = statusAfter(trail, index);
    for (const member of index === 0 ? nonNull : []) {
      const value = actual[member];
      if (!sum.has(member) && value !== undefined) sum.set(member, value);
    }
    const expected: JsonObject = Object.fromEntries(sum);
    if (isSame(expected, actual)) continue;
    return { expected: JSON.stringify(expected), actual: JSON.stringify(actual) };
  }
  return undefined;
}

function orderDifference(straight: Trail, crossed: Trail): Difference | undefined {
  for (let position = 1; position < straight.steps.length; position += 2) {
    const left = writtenAfter(straight, position);
    const right = writtenAfter(crossed, position);
    if (isSame(left, right)) continue;
    const expected = `${JSON.stringify(left)}, regardless of the order of the two writes`;
    return { expected, actual: `${JSON.stringify(right)} in the other order` };
  }
  return undefined;
}
