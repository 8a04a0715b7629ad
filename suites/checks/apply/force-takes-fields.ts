import { describeOutcome } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  judgeReason,
  judgeStatus,
  readOf,
  refusalOf,
  statusApply,
  vacuous,
  writeInTurn,
} from "#harness";
import type { Finding, Step } from "#harness";
import { managers } from "./field-managers.ts";
import { statusWithoutLists } from "./status-without-lists.ts";

interface Observations {
  readonly wanted: JsonObject;
  /** The second manager's apply over fields of the first manager, without force. */
  readonly unforced: Step;
  readonly forced: Step;
  readonly read: Step;
  /** Another apply by the second manager, with different values and without force. */
  readonly newOwner: Step;
  /** Another apply by the first manager, with its old values and without force. */
  readonly formerOwner: Step;
  readonly formerForced: Step;
}

const requirement = "apply.force-takes-fields";

export const forceTakesFields = defineCheck<Observations>({
  id: "apply/force-takes-fields",
  title: "A forced apply stores its values, and makes its manager the only owner",
  covers: [requirement],
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { first, second } = managers;
    const old = { manager: first, status: statusWithoutLists(context, 0) };
    const wanted = statusWithoutLists(context, 1);
    const { resourceVersion } = object.metadata;
    const owned = await context.call(statusApply(key, { ...old, resourceVersion }));
    const { metadata } = acceptedObject(owned, "an apply failed");

    const { unforced, forced } = await writeInTurn(context, metadata.resourceVersion, {
      unforced: statusApply(key, { manager: second, status: wanted }),
      forced: statusApply(key, { manager: second, status: wanted, force: true }),
    });
    const read = await context.call(readOf(key));
    const taken = acceptedObject(read, "the object could not be read").metadata;
    const later = await writeInTurn(context, taken.resourceVersion, {
      newOwner: statusApply(key, { manager: second, status: statusWithoutLists(context, 2) }),
      formerOwner: statusApply(key, old),
      formerForced: statusApply(key, { ...old, force: true }),
    });
    return { wanted, unforced, forced, read, ...later };
  },

  judge(observations) {
    const { wanted, unforced, forced, read } = observations;
    const because = "the apply is forced";
    // Compares only the applied fields, because a status may also contain defaults.
    const members = Object.keys(wanted);
    return [
      judgeStatus({ requirement, write: forced, read, members, status: wanted, because }),
      ...judgeOwners(observations),
      // Without a conflict there is nothing to force. Another requirement judges missing conflicts.
      ...(refusalOf(unforced) === undefined
        ? vacuous([requirement], "the apply without force was not rejected, so nothing was forced")
        : []),
    ];
  },
});

function judgeOwners({
  unforced,
  forced,
  newOwner,
  formerOwner,
  formerForced,
}: Observations): readonly Finding[] {
  if (refusalOf(unforced) === undefined) return [];
  return [
    afterAccepted(requirement, [forced], () => {
      const evidence = [forced.exchange, newOwner.exchange];
      const lost = failureOf(newOwner);
      if (lost !== undefined) return errored(requirement, lost, evidence);
      return claim(requirement, {
        holds: isAccepted(newOwner),
        expected: "the new owner changes the fields without force",
        actual: describeOutcome(newOwner.outcome),
        evidence,
      });
    }),
    afterAccepted(requirement, [forced], () =>
      judgeReason(
        { attempt: formerOwner, control: formerForced },
        {
          requirement,
          reasons: ["conflict"],
          because: "the former owner no longer owns the fields",
        },
      ),
    ),
  ];
}
