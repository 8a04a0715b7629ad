import { isEmpty, isJsonObject } from "#contract";
import type { Command, JsonObject, RequirementId, Resource } from "#contract";
import { readOf } from "../commands/commands.ts";
import type { CheckContext, Fixture } from "../session/check.ts";
import { describeStep, failureOf, objectOf } from "../step/step.ts";
import type { Step } from "../step/step.ts";
import type { Judgement, Violation } from "./judgement.ts";

/** Commands on one object, each made from the state that the one before left. */
export interface Trail {
  readonly fixture: Fixture;
  readonly steps: readonly Step[];
}

/** What trails show to be otherwise than it must be. */
export type TrailDifference = Omit<Violation, "evidence">;

/** A command on the state that was left last. */
export type Maker = (object: Resource) => Command;

/** Sends commands in turn on an object of its own. Ends with the first one that gives no object. */
export async function followTrail(context: CheckContext, makers: readonly Maker[]): Promise<Trail> {
  const fixture = await confirmed(context, await context.fixture());
  const steps: Step[] = [];
  let { object } = fixture;
  for (const make of makers) {
    const step = await context.call(make(object));
    steps.push(step);
    const next = objectOf(step);
    if (next === undefined) break;
    object = next;
  }
  return { fixture, steps };
}

/** An object that starts with a status is read: only what was stored is there to stay. */
async function confirmed(context: CheckContext, fixture: Fixture): Promise<Fixture> {
  if (isEmpty(fixture.object.status)) return fixture;
  const object = objectOf(await context.call(readOf(fixture.key)));
  return object === undefined ? fixture : { ...fixture, object };
}

/** Follows pairs of commands on two objects: in the order of each pair, and in the other one. */
export function followBothOrders(
  context: CheckContext,
  pairs: readonly (readonly [Maker, Maker])[],
): Promise<readonly [Trail, Trail]> {
  return Promise.all([
    followTrail(context, pairs.flat()),
    followTrail(
      context,
      pairs.flatMap(([first, second]) => [second, first]),
    ),
  ]);
}

/**
 * The judgement where a step of a trail gave no object: nothing, for that it was refused is another
 * property's business, or trouble where its outcome is unknown. Undefined: all of them gave one.
 */
export function interruptionOf(
  trails: readonly Trail[],
  requirement: RequirementId,
): Judgement | undefined {
  const steps = trails.flatMap((trail) => trail.steps);
  const evidence = evidenceOfTrails(trails);
  const reason = steps.map(failureOf).find((failure) => failure !== undefined);
  if (reason !== undefined) {
    return { exercised: {}, trouble: { requirement, isError: true, reason, evidence } };
  }
  return steps.every((step) => objectOf(step) !== undefined) ? undefined : { exercised: {} };
}

/** All exchanges of trails, in their order, as evidence. */
export function evidenceOfTrails(trails: readonly Trail[]): readonly number[] {
  return trails.flatMap(({ fixture, steps }) => [
    fixture.exchange,
    ...steps.map(({ exchange }) => exchange),
  ]);
}

/** What trails did, step by step, for a person. */
export function describeTrails(trails: readonly Trail[]): string {
  const told = trails.map(({ fixture, steps }) => {
    const lines = steps.map((step) => `#${step.exchange} ${describeStep(step)}`);
    return `#${fixture.exchange} created; ${lines.join("; ")}`;
  });
  return told.join(" / ");
}

/** What a trail's step left, counted from 0; undefined where it gave no object. */
export function objectAfter({ steps }: Trail, position: number): Resource | undefined {
  const step = steps[position];
  return step === undefined ? undefined : objectOf(step);
}

/** The status that a trail's step left; none is as good as an empty one. */
export function statusAfter(trail: Trail, position: number): JsonObject {
  return objectAfter(trail, position)?.status ?? {};
}

/**
 * Of the status that a trail's step left, the fields that the steps up to it have named. What else an object
 * was created with is its own, and the same for no two objects.
 */
export function writtenAfter(trail: Trail, position: number): JsonObject {
  const commands = trail.steps.slice(0, position + 1).map(({ command }) => command);
  const written = new Set(commands.flatMap(membersWrittenBy));
  const members = Object.entries(statusAfter(trail, position));
  return Object.fromEntries(members.filter(([member]) => written.has(member)));
}

function membersWrittenBy(command: Command): readonly string[] {
  if (command.verb === "updateStatus") return Object.keys(command.status);
  const patched =
    command.verb === "patchStatus" && isJsonObject(command.patch) ? command.patch : {};
  const { status } = patched;
  return isJsonObject(status) ? Object.keys(status) : [];
}

/** The judgement that trails break a requirement, told with all that was done in them. */
export function violatedBy(trails: readonly Trail[], difference: TrailDifference): Judgement {
  const actual = `${difference.actual}; after ${describeTrails(trails)}`;
  const evidence = evidenceOfTrails(trails);
  return { exercised: {}, violation: { ...difference, actual, evidence } };
}
