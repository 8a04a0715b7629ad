import { resourceVersion } from "#contract";
import type { RefusalReason } from "#contract";
import {
  defineCheck,
  judgeReason,
  judgeRefusal,
  sampleStatus,
  statusWrite,
  tryRefusals,
} from "#harness";
import type { RefusalExpectation, Tried } from "#harness";

/** An invalid version. Undefined omits the field. */
interface NoVersion extends RefusalExpectation {
  readonly version: string | undefined;
  /**
   * Whether to append the string to the current version. An appended digit makes a number that has not been issued yet.
   */
  readonly isAppended?: true;
}

type Observations = readonly Tried<NoVersion>[];

const invalidOrStale: readonly RefusalReason[] = ["invalid", "conflict"];

/**
 * Versions that must be rejected. The last five were never issued: a non-numeric string, a negative number, a number
 * that some servers interpret as "any", and the current version with an additional digit or letter. A server that only
 * checks whether a version is too old accepts the digit; a server that parses only the leading number accepts the
 * letter.
 */
export const noVersions: readonly NoVersion[] = [
  {
    version: undefined,
    requirement: "concurrency.version-required",
    reasons: ["invalid"],
    because: "the request does not specify a version",
  },
  {
    version: "",
    requirement: "concurrency.empty-version-refused",
    reasons: invalidOrStale,
    because: "the version is empty",
  },
  ...["not-a-version", "-1", "0"].map((version): NoVersion => ({
    version,
    requirement: "concurrency.foreign-version-refused",
    reasons: invalidOrStale,
    because: "the server never issued the version",
  })),
  {
    version: "0",
    isAppended: true,
    requirement: "concurrency.foreign-version-refused",
    reasons: invalidOrStale,
    because: "the server has not issued the version yet",
  },
  {
    version: "x",
    isAppended: true,
    requirement: "concurrency.foreign-version-refused",
    reasons: invalidOrStale,
    because: "the version starts with the current version, but the server never issued it",
  },
];

/** Returns the version to send instead of the current one. Replaces 0 if the current version is 0. */
export function wrongVersion(
  { version, isAppended }: Pick<NoVersion, "isAppended" | "version">,
  current: string,
): string | undefined {
  const isZero = /^0+$/u.test(current);
  if (isAppended === true) {
    return version === "0" && isZero ? `1${current}` : `${current}${version ?? ""}`;
  }
  return version === "0" && isZero ? "-2" : version;
}

export const versionIsRequired = defineCheck<Observations>({
  id: "concurrency/version-is-required",
  title: "A status write is rejected unless it specifies a version that the server issued",
  covers: [
    "concurrency.version-required",
    "concurrency.replacement-needs-version",
    "concurrency.empty-version-refused",
    "concurrency.foreign-version-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  drive(context) {
    const status = sampleStatus(context, 0);
    return tryRefusals(context, {
      mistakes: noVersions,
      prepare: () => context.fixture(),
      attempt: (mistake, { key, object }) => {
        const text = wrongVersion(mistake, object.metadata.resourceVersion);
        const named = text === undefined ? {} : { resourceVersion: resourceVersion(text) };
        return statusWrite(context, key, { ...named, status });
      },
      repair: ({ metadata }, { key }) =>
        statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
    });
  },

  judge: (trials) =>
    trials.flatMap(({ trial, ...expectation }) => [
      ...judgeRefusal(trial, expectation),
      // Profiles that require a version only in some writes contain this requirement instead.
      ...(expectation.requirement === "concurrency.version-required"
        ? [
            judgeReason(trial, {
              ...expectation,
              requirement: "concurrency.replacement-needs-version",
            }),
          ]
        : []),
    ]),
});
