import {
  defineCheck,
  isAccepted,
  judgeNoneMoved,
  judgeReason,
  ownStatus,
  statusApply,
  tryOnMissing,
  incidental,
} from "#harness";
import type { Finding, RefusalTrial } from "#harness";

interface Observations {
  readonly plain: readonly RefusalTrial[];
  readonly worse: readonly RefusalTrial[];
}

const requirement = "write.apply-never-creates";
const order = "errors.existence-before-version";

export const applyNeverCreates = defineCheck<Observations>({
  id: "write/apply-never-creates",
  title: "An apply to the status of a missing object is rejected as not found",
  covers: [
    requirement,
    order,
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const manager = "conformance-first";
    const status = ownStatus(context, 0);
    const invalid = context.kind.samples.invalidStatuses.slice(0, 1);
    const tried = await tryOnMissing(context, {
      mistakes: [{ status }, ...invalid],
      attempt: (content, missing) =>
        statusApply(missing, { manager, status: content.status, resourceVersion }),
      control: () => context.call(statusApply(key, { manager, status, resourceVersion })),
    });
    const trials = tried.map(({ trial }) => trial);
    return { plain: trials.slice(0, 1), worse: trials.slice(1) };
  },

  judge({ plain, worse }) {
    return [
      ...plain.map((trial) => judgeMissing(trial, requirement)),
      // If an object was created, the order of checks is irrelevant.
      ...worse.map((trial) => judgeMissing(trial, isAccepted(trial.attempt) ? requirement : order)),
      ...(worse.length === 0 || worse.some(({ attempt }) => isAccepted(attempt))
        ? incidental(
            [order],
            worse.length === 0
              ? "no invalid status of the kind is known"
              : "an apply created a missing object",
          )
        : []),
      ...judgeNoneMoved([...plain, ...worse]),
    ];
  },
});

function judgeMissing(trial: RefusalTrial, id: typeof requirement | typeof order): Finding {
  return judgeReason(trial, {
    requirement: id,
    reasons: ["notFound"],
    because: "the object does not exist",
  });
}
