import {
  acceptedObject,
  admittedInvalidStatuses,
  defineCheck,
  judgeNoneMoved,
  judgeReason,
  ownStatus,
  statusWrite,
  tryOnMissing,
} from "#harness";
import type { RefusalTrial } from "#harness";

interface Observations {
  readonly plain: readonly RefusalTrial[];
  readonly worse: readonly RefusalTrial[];
}

export const existenceBeforeVersion = defineCheck<Observations>({
  id: "errors/existence-before-version",
  title:
    "A status write to a missing object is rejected as not found, even if it contains " +
    "other errors",
  covers: [
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  // An apply that creates an object is a separate error, with its own check.
  statusModes: ["partial", "replace"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const status = ownStatus(context, 0);
    const control = await context.call(
      statusWrite(context, key, { resourceVersion: stale, status }),
    );
    const { resourceVersion: current } = acceptedObject(control, "a status write failed").metadata;

    const invalid = admittedInvalidStatuses(context).slice(0, 1);
    const tried = await tryOnMissing(context, {
      mistakes: [
        { resourceVersion: current, status },
        { resourceVersion: stale, status },
        ...invalid.map((sample) => ({ resourceVersion: stale, status: sample.status })),
      ],
      attempt: (write, missing) => statusWrite(context, missing, write),
      control: () => Promise.resolve(control),
    });
    const trials = tried.map(({ trial }) => trial);
    return { plain: trials.slice(0, 1), worse: trials.slice(1) };
  },

  judge({ plain, worse }) {
    const expectation = { reasons: ["notFound"], because: "the object does not exist" } as const;
    return [
      ...plain.map((trial) =>
        judgeReason(trial, { requirement: "errors.missing-object-not-found", ...expectation }),
      ),
      ...worse.map((trial) =>
        judgeReason(trial, {
          requirement: "errors.existence-before-version",
          ...expectation,
          isAboutOrder: true,
        }),
      ),
      ...judgeNoneMoved([...plain, ...worse]),
    ];
  },
});
