import { describeOutcome, isJsonObject, jsonEquals } from "#contract";
import type { Command, JsonObject, Resource } from "#contract";
import {
  claim,
  errored,
  isAccepted,
  isSent,
  nothingToJudge,
  objectOf,
  readOf,
  undecided,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step } from "#harness";
import {
  exchangesOf,
  failureIn,
  isSameIncarnation,
  keyIn,
  placeOf,
  showsNothing,
  sight,
} from "./object-place.ts";
import type { Sighting, TwoKeys } from "./object-place.ts";

const requirement = "write.stays-in-namespace";

/** A write that names an object in a namespace in which the object does not exist. */
export interface WriteElsewhere {
  readonly keys: TwoKeys;
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Sighting;
  /** The same write in the object's own namespace. Absent if the object is no longer there. */
  readonly repaired?: Step;
  /** A write of the same kind to another object, in the namespace that the attempt names. */
  readonly control: Step;
}

export type WriteTo = (at: Pick<Fixture, "key" | "object">) => Command;

/** Sends a write for an object of the first namespace to the second one, with the object's current version. */
export async function writeElsewhere(
  context: CheckContext,
  write: WriteTo,
): Promise<WriteElsewhere | undefined> {
  const [, second] = context.kind.namespaces;
  if (second === undefined) return undefined;
  const [own, neighbor] = await Promise.all([
    context.fixture({ namespace: 0 }),
    context.fixture({ namespace: 1 }),
  ]);
  const keys: TwoKeys = { home: own.key, away: keyIn(second, own.key) };
  const before = await context.call(readOf(keys.home));
  const object = objectOf(before) ?? own.object;
  const attempt = await context.call(write({ key: keys.away, object }));
  // The write may have created an object, or moved the object.
  if (attempt.outcome.result !== "refused") context.owning(keys.away);
  const after = await sight(context, keys);
  const stored = objectOf(after.home);
  const repaired =
    stored === undefined
      ? undefined
      : await context.call(write({ key: keys.home, object: stored }));
  const { key } = neighbor;
  const current = objectOf(await context.call(readOf(key))) ?? neighbor.object;
  const control = await context.call(write({ key, object: current }));
  return { keys, before, attempt, after, ...(repaired === undefined ? {} : { repaired }), control };
}

export function judgeWriteElsewhere(trial: WriteElsewhere): Finding {
  const { keys, before, attempt, after, repaired, control } = trial;
  const controls = repaired === undefined ? [control] : [repaired, control];
  const steps = [before, attempt, ...controls].map(({ exchange }) => exchange);
  const evidence = [...steps, ...exchangesOf(after)].toSorted((one, other) => one - other);
  const lost = failureIn(after, before, attempt, ...controls);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  const was = objectOf(before);
  if (was === undefined) return nothingToJudge(requirement, before, evidence);
  if (!isSent(attempt)) return nothingToJudge(requirement, attempt, evidence);
  const place = placeOf(after, keys);
  const isDeletion = attempt.command.verb === "delete";
  if (place === "away" && !isDeletion) {
    const note = "the write moved the object to the namespace that it names";
    const nothing = { holds: true, expected: "", actual: "", instances: 0 };
    return claim(requirement, { ...nothing, evidence, note, isInapplicable: true });
  }
  if (place !== "home" && !(place === "gone" && isDeletion)) {
    const reason = "reads do not show in which namespace the object is after the write";
    return undecided(requirement, reason, evidence);
  }
  const effect = effectOn(was, trial);
  if (effect === "uncertain") {
    const reason =
      "the object or the response to the write may show another write, or another object";
    return undecided(requirement, reason, evidence);
  }
  if (effect !== "none") {
    const { namespace: here = "" } = keys.away;
    const { namespace: there = "" } = keys.home;
    return claim(requirement, {
      holds: false,
      expected: `rejected as not found, because the object does not exist in namespace ${here}`,
      actual: `the write in namespace ${here} ${effect} the object in namespace ${there}; its response: ${describeOutcome(attempt.outcome)}`,
      evidence,
    });
  }
  return judgeControls(attempt, controls, evidence);
}

/** Judges an attempt without an effect: the controls show that it had none because of its namespace. */
function judgeControls(
  attempt: Step,
  controls: readonly Step[],
  evidence: readonly number[],
): Finding {
  const { outcome } = attempt;
  if (outcome.result === "refused" && showsNothing(outcome.refusal)) {
    return nothingToJudge(requirement, attempt, evidence);
  }
  const unaccepted = controls.find((step) => !isAccepted(step));
  if (unaccepted !== undefined) {
    const reason = `no positive control: the same write to an existing object was not accepted either (${describeOutcome(unaccepted.outcome)})`;
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, { holds: true, expected: "", actual: "", evidence });
}

type Effect = "changed" | "deleted" | "none" | "returned" | "uncertain";

/** Returns what the attempt did to the object in the other namespace. */
function effectOn(was: Resource, { attempt, after }: WriteElsewhere): Effect {
  const { command, outcome } = attempt;
  const is = objectOf(after.home);
  if (is === undefined) return "deleted";
  const { deletionTimestamp } = is.metadata;
  if (deletionTimestamp !== undefined && was.metadata.deletionTimestamp === undefined) {
    return command.verb === "delete" ? "deleted" : "uncertain";
  }
  const taken = valuesTaken(command, was, is);
  if (taken === "all" || (taken === "some" && isAccepted(attempt))) return "changed";
  if (taken === "some") return "uncertain";
  // The response to a write without an object is followed by a read, which has its own requirement.
  const isReturned =
    outcome.result === "object" &&
    outcome.isFromRead !== true &&
    isSameIncarnation(outcome.object, is);
  if (isReturned) {
    return outcome.object.metadata.namespace === is.metadata.namespace ? "returned" : "uncertain";
  }
  const isMoved = was.metadata.resourceVersion !== is.metadata.resourceVersion;
  return isMoved && isAccepted(attempt) ? "uncertain" : "none";
}

/** Returns how many values of a write the object contains that it did not contain before. */
function valuesTaken(command: Command, was: Resource, is: Resource): "all" | "none" | "some" {
  const sent = contentOf(command);
  const pairs = [
    ...valuePairs(sent.spec, was.spec, is.spec),
    ...valuePairs(sent.status, was.status, is.status),
  ];
  const taken = pairs.filter(({ isNew }) => isNew);
  if (taken.length === 0) return "none";
  return pairs.every(({ isThere }) => isThere) ? "all" : "some";
}

function valuePairs(
  sent: JsonObject = {},
  was: JsonObject = {},
  is: JsonObject = {},
): readonly { readonly isThere: boolean; readonly isNew: boolean }[] {
  return Object.entries(sent).map(([name, value]) => {
    const isThere = jsonEquals(is[name], value);
    return { isThere, isNew: isThere && !jsonEquals(was[name], value) };
  });
}

function contentOf(command: Command): { readonly spec?: JsonObject; readonly status?: JsonObject } {
  switch (command.verb) {
    case "update":
      return command.spec === undefined ? {} : { spec: command.spec };
    case "updateStatus":
      return { status: command.status };
    case "patchStatus": {
      const status = isJsonObject(command.patch) ? command.patch["status"] : undefined;
      return status !== undefined && isJsonObject(status) ? { status } : {};
    }
    case "create":
    case "read":
    case "list":
    case "delete":
      return {};
  }
}
