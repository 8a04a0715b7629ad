import { counted } from "#contract";
import {
  claim,
  countedStatus,
  freshCount,
  defineCheck,
  describeStep,
  errored,
  failureOf,
  isAccepted,
  objectOf,
  race,
  statusWrite,
  undecided,
} from "#harness";
import type { Step } from "#harness";

/** Number of concurrent writers. The server serializes the writes, so more writers would only take longer. */
const writers = 8;

const requirement = "concurrency.versionless-writes-all-land";

/** Whether the response itself shows the version that the write created. */
function showsOwnVersion({ outcome }: Step): boolean {
  return outcome.result === "object" && outcome.isFromRead !== true;
}

/** A write without a version must not conflict. */
export const versionlessWritesAllLand = defineCheck<readonly Step[]>({
  id: "concurrency/versionless-writes-all-land",
  title: "All status writes without a version take effect, and each creates a new version",
  covers: [requirement],
  scope: "status-write",
  needsCounter: true,

  async drive(context) {
    const { key } = await context.fixture();
    return race(writers, (writer) =>
      context.call(
        statusWrite(context, key, {
          status: countedStatus(context, freshCount(context, 1 + writer)),
        }),
      ),
    );
  },

  judge(writes) {
    const evidence = writes.map((write) => write.exchange);
    const broken = writes.map(failureOf).find((failure) => failure !== undefined);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    const refused = writes.filter((write) => !isAccepted(write));
    if (refused.length === 0 && !writes.every(showsOwnVersion)) {
      const reason =
        "the responses contain no object, and reads after concurrent writes do not show the version of each write";
      return [undecided(requirement, reason, evidence)];
    }
    const versions = writes.map((write) => objectOf(write)?.metadata.resourceVersion);
    return [
      claim(requirement, {
        holds: refused.length === 0 && new Set(versions).size === writes.length,
        expected: `all ${counted(writes.length, "write is", "writes are")} accepted, each with its own version`,
        actual:
          refused.length > 0
            ? refused.map(describeStep).join("; ")
            : `the accepted writes have versions ${versions.join(", ")}`,
        evidence,
        instances: writes.length,
      }),
    ];
  },
});
