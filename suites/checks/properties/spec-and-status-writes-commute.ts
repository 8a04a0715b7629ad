import { keyOf } from "#contract";
import type { Command, JsonObject, RequirementId, Resource } from "#contract";
import {
  defineProperty,
  followBothOrders,
  interruptionOf,
  isSame,
  objectAfter,
  objectOf,
  sampleSpec,
  sampleStatus,
  simplerRounds,
  specWrite,
  statusWrite,
  tally,
  violatedBy,
  writtenAfter,
} from "#harness";
import type { CheckContext, Choices, Judgement, Trail, TrailDifference } from "#harness";

interface Round extends Choices {
  readonly sample: number;
  readonly spec: number;
}

interface Observed {
  readonly specFirst: Trail;
  readonly statusFirst: Trail;
}

const spec = "isolation.status-write-never-changes-spec";
const status = "isolation.spec-write-never-changes-status";
const generation = "generation.counts-spec-changes";
const covers: readonly RequirementId[] = [
  spec,
  status,
  generation,
  "generation.ignores-status-writes",
];

/** With spec/status isolation, the order of a spec write and a status write makes no difference. */
export const specAndStatusWritesCommute = defineProperty<readonly Round[], Observed>({
  id: "properties/spec-and-status-writes-commute",
  title:
    "A spec write and a status write produce the same object in either order, except for versions",
  covers,
  verbs: ["update"],
  statusModes: ["partial", "replace"],

  inputs: (_, { fc, roundsOf }) =>
    roundsOf(fc.record({ sample: fc.nat({ max: 2 }), spec: fc.nat({ max: 2 }) }), 4),
  simpler: simplerRounds,
  cost: 8,
  play: writeInBothOrders,
  judge,
});

async function writeInBothOrders(
  context: CheckContext,
  rounds: readonly Round[],
): Promise<Observed> {
  const writeSpec =
    (round: Round) =>
    (object: Resource): Command =>
      specWrite(keyOf(object), {
        resourceVersion: object.metadata.resourceVersion,
        spec: sampleSpec(context, round.spec),
      });
  const writeStatus =
    (round: Round) =>
    (object: Resource): Command =>
      statusWrite(context, keyOf(object), {
        resourceVersion: object.metadata.resourceVersion,
        status: sampleStatus(context, round.sample),
      });
  const [specFirst, statusFirst] = await followBothOrders(
    context,
    rounds.map((round) => [writeSpec(round), writeStatus(round)]),
  );
  return { specFirst, statusFirst };
}

function judge({ specFirst, statusFirst }: Observed): Judgement {
  const trails = [specFirst, statusFirst];
  const interruption = interruptionOf(trails, status);
  if (interruption !== undefined) return interruption;
  const difference =
    trails.map(specDifference).find((found) => found !== undefined) ??
    trails.map(generationDifference).find((found) => found !== undefined) ??
    orderDifference(specFirst, statusFirst);
  const rounds = specFirst.steps.length / 2;
  return difference === undefined
    ? { exercised: tally(Array.from({ length: rounds }, () => covers).flat()) }
    : violatedBy(trails, difference);
}

function orderDifference(specFirst: Trail, statusFirst: Trail): TrailDifference | undefined {
  for (let position = 1; position < specFirst.steps.length; position += 2) {
    const left = objectAfter(specFirst, position);
    const right = objectAfter(statusFirst, position);
    const reported = [specFirst, statusFirst].map((trail) => writtenAfter(trail, position));
    const [first = {}, second = {}] = reported;
    const difference =
      left && right && differenceOf({ ...left, status: first }, { ...right, status: second });
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Finds a spec that a status write changed. Its generation is then not reported separately. */
function specDifference({ fixture, steps }: Trail): TrailDifference | undefined {
  const objects = [fixture.object, ...steps.map(objectOf)];
  for (const [index, { command }] of steps.entries()) {
    const [before, after] = objects.slice(index, index + 2);
    if (command.verb !== "updateStatus" || before === undefined || after === undefined) continue;
    if (isSame(before.spec, after.spec)) continue;
    return { requirement: spec, expected: describe(before.spec), actual: describe(after.spec) };
  }
  return undefined;
}

function generationDifference({ fixture, steps }: Trail): TrailDifference | undefined {
  const objects = [fixture.object, ...steps.map(objectOf)];
  for (const [position, after] of objects.entries()) {
    const before = objects[position - 1];
    const old = before?.metadata.generation;
    if (before === undefined || after === undefined || old === undefined) continue;
    const expected = old + (isSame(before.spec, after.spec) ? 0 : 1);
    const actual = after.metadata.generation;
    if (actual === expected) continue;
    const isStatusWrite = steps[position - 1]?.command.verb === "updateStatus";
    const requirement = isStatusWrite ? "generation.ignores-status-writes" : generation;
    return { requirement, expected: `generation ${expected}`, actual: `generation ${actual}` };
  }
  return undefined;
}

function differenceOf(left: Resource, right: Resource): TrailDifference | undefined {
  if (!isSame(left.status, right.status)) {
    return { requirement: status, expected: describe(left.status), actual: describe(right.status) };
  }
  if (!isSame(left.spec, right.spec)) {
    return { requirement: spec, expected: describe(left.spec), actual: describe(right.spec) };
  }
  const before = left.metadata.generation;
  const after = right.metadata.generation;
  if (before === after) return undefined;
  const expected = `generation ${before}, as in the other order`;
  return { requirement: generation, expected, actual: `generation ${after}` };
}

function describe(value: JsonObject | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
