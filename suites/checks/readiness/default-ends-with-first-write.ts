import type { JsonObject } from "#contract";
import {
  defineCheck,
  describeDifferences,
  given,
  isSame,
  readOf,
  sampleStatus,
  statusWrite,
  vacuous,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly beginning: JsonObject;
  readonly submitted: JsonObject;
  readonly write: Step;
  readonly read: Step;
}

const requirement = "write.status-default-ends-with-first-write";

export const defaultEndsWithFirstWrite = defineCheck<Observations | null>({
  id: "readiness/default-ends-with-first-write",
  title: "The first status write replaces the entire default status",
  covers: [requirement],
  scope: "status-write",
  features: ["status.default"],

  async drive(context) {
    const { statusDefault: beginning } = context.kind;
    if (beginning === undefined) return null;
    const members = Object.entries(sampleStatus(context, 0));
    const others = members.filter(([member]) => !Object.hasOwn(beginning, member));
    const submitted = Object.fromEntries(others);
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const write = await context.call(
      statusWrite(context, key, { resourceVersion, status: submitted }),
    );
    return { beginning, submitted, write, read: await context.call(readOf(key)) };
  },

  judge(observations) {
    if (observations === null) return vacuous([requirement], "the kind has no default status");
    const { beginning, submitted, write, read } = observations;
    return [
      given(requirement, { write, read }, (of) => ({
        holds: isSame(submitted, of.write.status) && isSame(submitted, of.read.status),
        expected: `nothing remains of the default ${JSON.stringify(beginning)}`,
        actual: isSame(submitted, of.read.status)
          ? describeDifferences("the status in the response", submitted, of.write.status)
          : describeDifferences("the stored status", submitted, of.read.status),
      })),
    ];
  },
});
