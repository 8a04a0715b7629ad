import type { JsonObject } from "#contract";
import {
  acceptedObject,
  asStored,
  claim,
  defineCheck,
  describeDifferences,
  describeStep,
  errored,
  failureOf,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  undecided,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly submitted: JsonObject;
  readonly takeover: Step;
  readonly read: Step;
}

const requirement = "allocation.ownership-is-advisory";

export const ownershipIsAdvisory = defineCheck<Observations>({
  id: "allocation/ownership-is-advisory",
  title: "A status write can change fields that another manager owns",
  covers: [requirement],
  scope: "kind",
  features: ["field-manager"],
  statusModes: ["partial", "replace"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const first = await context.call(
      statusWrite(context, key, {
        resourceVersion: object.metadata.resourceVersion,
        status: sampleStatus(context, 0),
        options: { fieldManager: "first-allocator" },
      }),
    );
    const { resourceVersion } = acceptedObject(first, "a status write failed").metadata;
    const submitted = sampleStatus(context, 1);
    const options = { fieldManager: "second-allocator" };
    const takeover = await context.call(
      statusWrite(context, key, { resourceVersion, status: submitted, options }),
    );
    return { submitted, takeover, read: await context.call(readOf(key)) };
  },

  judge({ submitted, takeover, read }, { semantics }) {
    const evidence = [takeover.exchange, read.exchange];
    const broken = failureOf(takeover) ?? failureOf(read);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    if (isAccepted(takeover) && !isAccepted(read)) {
      return [undecided(requirement, `nothing to judge: ${describeStep(read)}`, evidence)];
    }
    const stored = objectOf(read)?.status;
    const wanted = asStored(submitted, stored, semantics);
    return [
      claim(requirement, {
        holds: isAccepted(takeover) && isSame(wanted, stored),
        expected: "the second manager's status is accepted and stored",
        actual: `${describeStep(takeover)}; ${describeDifferences("the status", wanted, stored)}`,
        evidence,
      }),
    ];
  },
});
