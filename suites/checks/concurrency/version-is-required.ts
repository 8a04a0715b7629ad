import { resourceVersion } from "#contract";
import { defineCheck, judgeRefusal, sampleStatus, statusWrite, tryRefusal } from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

interface Observations {
  readonly missing: RefusalTrial;
  readonly empty: RefusalTrial;
  readonly foreign: readonly RefusalTrial[];
}

/** Versions that no server issues: a word, a negative number, and the number that means "any" to some. */
const foreignVersions = ["not-a-version", "-1", "0"];

/** A status write that names no real version must never become an unconditional write. */
export const versionIsRequired = defineCheck<Observations>({
  id: "concurrency/version-is-required",
  title: "A status write without a version that the server issued is refused",
  covers: [
    "concurrency.version-required",
    "concurrency.empty-version-refused",
    "concurrency.foreign-version-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const [missing, empty, foreign] = await Promise.all([
      attemptAt(context, undefined),
      attemptAt(context, ""),
      Promise.all(foreignVersions.map((version) => attemptAt(context, version))),
    ]);
    return { missing, empty, foreign };
  },

  judge({ missing, empty, foreign }) {
    return [
      ...judgeRefusal(missing, {
        requirement: "concurrency.version-required",
        reasons: ["invalid"],
        because: "the request names no version",
      }),
      ...judgeRefusal(empty, {
        requirement: "concurrency.empty-version-refused",
        reasons: ["invalid", "conflict"],
        because: "the version is empty",
      }),
      ...foreign.flatMap((trial) =>
        judgeRefusal(trial, {
          requirement: "concurrency.foreign-version-refused",
          reasons: ["invalid", "conflict"],
          because: "the server never issued the version",
        }),
      ),
    ];
  },
});

/** Each attempt has an object of its own, so that all of them can run at once. */
async function attemptAt(
  context: CheckContext,
  version: string | undefined,
): Promise<RefusalTrial> {
  const { key } = await context.fixture();
  const status = sampleStatus(context, 0);
  const named = version === undefined ? {} : { resourceVersion: resourceVersion(version) };
  return tryRefusal(context, {
    key,
    attempt: statusWrite(context, key, { ...named, status }),
    repair: ({ metadata }) =>
      statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
  });
}
