import type { RequirementId } from "#contract";
import {
  acceptedObject,
  defineCheck,
  incidental,
  isAccepted,
  judgeNoneMoved,
  judgeReason,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  tryRefusal,
  undecided,
  versionedUpdates,
} from "#harness";
import type { Finding, RefusalTrial } from "#harness";

interface Observations {
  readonly heldStatus: RefusalTrial;
  /** Absent if no spec write contains a version, so that none can be stale. */
  readonly heldSpec?: RefusalTrial;
}

export const specAndStatusShareTheVersion = defineCheck<Observations>({
  id: "concurrency/spec-and-status-share-the-version",
  title: "A spec write makes a pending status write stale, and vice versa",
  covers: [
    "concurrency.spec-and-status-share-the-version",
    "concurrency.stale-spec-write-conflicts",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: first } = object.metadata;

    const specWritten = await context.call(
      specWrite(key, { resourceVersion: first, spec: sampleSpec(context, 1) }),
    );
    const { resourceVersion: second } = acceptedObject(
      specWritten,
      "the spec update failed",
    ).metadata;
    const status = sampleStatus(context, 0);
    // The control of this attempt also makes the spec write below stale.
    const heldStatus = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, { resourceVersion: first, status }),
      repair: ({ metadata: { resourceVersion } }) =>
        statusWrite(context, key, { resourceVersion, status }),
    });

    const [via] = versionedUpdates(context);
    if (via === undefined) return { heldStatus };
    const spec = sampleSpec(context, 2);
    const heldSpec = await tryRefusal(context, {
      key,
      attempt: specWrite(key, { via, resourceVersion: second, spec }),
      repair: ({ metadata: { resourceVersion } }) => specWrite(key, { via, resourceVersion, spec }),
    });
    return { heldStatus, heldSpec };
  },

  judge({ heldStatus, heldSpec }) {
    const requirement = "concurrency.spec-and-status-share-the-version";
    return [
      judgeReason(heldStatus, {
        requirement,
        reasons: ["conflict"],
        because: "a spec write replaced the version",
      }),
      ...(heldSpec === undefined
        ? incidental([staleSpec], noVersion)
        : [
            judgeHeldSpec(requirement, heldStatus, heldSpec),
            judgeHeldSpec(staleSpec, heldStatus, heldSpec),
          ]),
      ...judgeNoneMoved(heldSpec === undefined ? [heldStatus] : [heldStatus, heldSpec]),
    ];
  },
});

const staleSpec = "concurrency.stale-spec-write-conflicts";
const noVersion = "no spec write contains a version";

/** The version is stale only if a status write was accepted before. */
function judgeHeldSpec(
  requirement: RequirementId,
  heldStatus: RefusalTrial,
  heldSpec: RefusalTrial,
): Finding {
  const { attempt, control } = heldStatus;
  const wasReplaced = isAccepted(attempt) || (control !== undefined && isAccepted(control));
  return wasReplaced
    ? judgeReason(heldSpec, {
        requirement,
        reasons: ["conflict"],
        because: "a status write replaced the version",
      })
    : undecided(requirement, "no status write was accepted, so the version is not stale", [
        attempt.exchange,
      ]);
}
