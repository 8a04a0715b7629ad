import { keyOf } from "#contract";
import type { Command, CreateCommand, ObjectKey, Resource } from "#contract";
import {
  acceptedObject,
  defineCheck,
  isAccepted,
  objectOf,
  operationsToTry,
  readOf,
  sampleSpec,
  sampleStatus,
  statusWrite,
  undecided,
} from "#harness";
import type { CheckContext } from "#harness";
import { judgeBeyond } from "./judge-beyond.ts";
import type { BeyondTrial } from "./judge-beyond.ts";

interface Observations {
  readonly trials: readonly BeyondTrial[];
  readonly skipped?: string;
}

const requirement = "authorization.name-limits-hold";

export const nameLimitsHold = defineCheck<Observations>({
  id: "authorization/name-limits-hold",
  title: "An identity limited to one object can neither read other objects nor write their status",
  covers: [requirement],
  scope: "kind",
  features: ["authorization.names"],
  identities: ["assignee"],

  async drive(context) {
    const { assignedName } = context.target;
    if (assignedName === undefined) return { trials: [], skipped: "the permitted name is unknown" };
    const [namespace] = context.kind.namespaces;
    const place = namespace === undefined ? {} : { namespace };
    const key: ObjectKey = { kind: context.kind.name, ...place, name: assignedName };
    // The name is not unique to the run, so an existing object with this name belongs to another client.
    const found = await context.call(readOf(key));
    if (isAccepted(found))
      return { trials: [], skipped: `an object named ${assignedName} already exists` };
    return { trials: await tryAll(context, await createAssigned(context, key)) };
  },

  judge: ({ trials, skipped }) =>
    skipped === undefined
      ? trials.map((trial) =>
          judgeBeyond(trial, {
            requirement,
            has: "permissions only for objects with a different name",
            home: "on the object with the permitted name",
          }),
        )
      : [undecided(requirement, skipped, [])],
});

async function createAssigned(context: CheckContext, key: ObjectKey): Promise<Resource> {
  context.owning(key);
  const command: CreateCommand = {
    verb: "create",
    identity: "author",
    key,
    spec: sampleSpec(context, 0),
  };
  const step = await context.call(command);
  return acceptedObject(step, "the object with the permitted name could not be created");
}

/** Sends the same request as the assignee for both objects, and as a permitted identity for the other object. */
async function tryOne(
  context: CheckContext,
  about: { readonly own: Command; readonly other: Command },
): Promise<BeyondTrial> {
  const [own, attempt] = await Promise.all([
    context.call({ ...about.own, identity: "assignee" }),
    context.call({ ...about.other, identity: "assignee" }),
  ]);
  return { own, attempt, control: await context.call(about.other) };
}

async function tryAll(context: CheckContext, assigned: Resource): Promise<readonly BeyondTrial[]> {
  const { object } = await context.fixture();
  const reads = { own: readOf(keyOf(assigned)), other: readOf(keyOf(object)) };
  const trials = [await tryOne(context, reads)];
  let [own, other] = [assigned, object];
  for (const [index, via] of operationsToTry(context, "updateStatus").entries()) {
    const status = sampleStatus(context, index);
    const write = (at: Resource): Command => {
      const { resourceVersion } = at.metadata;
      return statusWrite(context, keyOf(at), { via, resourceVersion, status });
    };
    const trial = await tryOne(context, { own: write(own), other: write(other) });
    own = objectOf(trial.own) ?? own;
    other = objectOf(trial.control) ?? objectOf(trial.attempt) ?? other;
    trials.push(trial);
  }
  return trials;
}
