import { isEmpty, isJsonObject } from "#contract";
import type { Command, JsonObject, RequirementId, Resource } from "#contract";
import { readOf } from "../commands/sample-commands.ts";
import type { CheckContext, Fixture } from "../session/check.ts";
import { describeStep, failureOf, objectOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import { withStoredParts } from "./stored-parts.ts";
import type { Judgement, Violation } from "./sequence-judgement.ts";

/** Commands on one object, each derived from the state after the preceding one. */
export interface Trail {
  readonly fixture: Fixture;
  readonly steps: readonly Step[];
}

export type TrailDifference = Omit<Violation, "evidence">;

export type Maker = (object: Resource) => Command;

/** Sends commands sequentially on a new object. Stops at the first command that returns no object. */
export async function followTrail(context: CheckContext, makers: readonly Maker[]): Promise<Trail> {
  const fixture = await confirmed(context, await context.fixture());
  const steps: Step[] = [];
  let { object } = fixture;
  for (const make of makers) {
    const step = await withStoredParts(context, await context.call(make(object)), object);
    steps.push(step);
    const next = objectOf(step);
    if (next === undefined) break;
    object = next;
  }
  return { fixture, steps };
}

/** Rereads an object that already has a status, because an initial status may be shown without being stored. */
async function confirmed(context: CheckContext, fixture: Fixture): Promise<Fixture> {
  if (isEmpty(fixture.object.status)) return fixture;
  const object = objectOf(await context.call(readOf(fixture.key)));
  return object === undefined ? fixture : { ...fixture, object };
}

/** Sends each pair of commands to two new objects: in the given order to one, and in the reverse order to the other. */
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
 * Returns the judgement if a step returned no object, and undefined if every step returned one. The judgement of a
 * rejection is empty, because other properties judge rejections. The judgement of an unknown outcome contains the
 * error.
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

export function evidenceOfTrails(trails: readonly Trail[]): readonly number[] {
  return trails.flatMap(({ fixture, steps }) => [
    fixture.exchange,
    ...steps.map(({ exchange }) => exchange),
  ]);
}

export function describeTrails(trails: readonly Trail[]): string {
  const descriptions = trails.map(({ fixture, steps }) => {
    const lines = steps.map((step) => `#${step.exchange} ${describeStep(step)}`);
    return `#${fixture.exchange} created; ${lines.join("; ")}`;
  });
  return descriptions.join(" / ");
}

/** Returns the object after the step at an index, counted from 0, or undefined if the step returned no object. */
export function objectAfter({ steps }: Trail, position: number): Resource | undefined {
  const step = steps[position];
  return step === undefined ? undefined : objectOf(step);
}

/** Returns the status after a step. A missing status counts as empty. */
export function statusAfter(trail: Trail, position: number): JsonObject {
  return objectAfter(trail, position)?.status ?? {};
}

/**
 * Returns those status fields after a step that this step or an earlier one has written. Other initial fields differ
 * between objects.
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

/** Creates the judgement that trails violate a requirement. All their steps are evidence. */
export function violatedBy(trails: readonly Trail[], difference: TrailDifference): Judgement {
  const actual = `${difference.actual}; after ${describeTrails(trails)}`;
  const evidence = evidenceOfTrails(trails);
  return { exercised: {}, violation: { ...difference, actual, evidence } };
}
