import type { JsonObject } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  countedStatus,
  defineCheck,
  judgeStatus,
  readOf,
  sampleStatus,
  statusAfterWrite,
  statusWrite,
  writeCount,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly submitted: JsonObject;
  readonly write: Step;
  readonly read: Step;
}

export const replacementRemovesOmittedMembers = defineCheck<Observations>({
  id: "write/replacement-removes-omitted-members",
  title: "Replacing the status removes every field that the new status omits",
  covers: ["write.replace-removes-omitted-members"],
  scope: "status-write",
  features: ["status.replace"],
  statusModes: ["replace"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const first = await context.call(
      statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) }),
    );
    const stored = acceptedObject(first, "a status could not be stored");

    const { resourceVersion: current } = stored.metadata;
    const { count, step: write } = await writeCount(context, (value) =>
      context.call(
        statusWrite(context, key, {
          resourceVersion: current,
          status: countedStatus(context, value),
        }),
      ),
    );
    // Fields that belong to other mutations stay.
    const submitted = statusAfterWrite(context, stored, countedStatus(context, count));
    return { submitted, write, read: await context.call(readOf(key)) };
  },

  judge({ submitted, write, read }) {
    const requirement = "write.replace-removes-omitted-members";
    return [
      afterAccepted(requirement, [write, read], () =>
        judgeStatus({
          requirement,
          write,
          read,
          status: submitted,
          because: "the replacement contains nothing else",
        }),
      ),
    ];
  },
});
