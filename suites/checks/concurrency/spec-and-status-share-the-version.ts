import {
  acceptedObject,
  defineCheck,
  judgeNothingMoved,
  judgeReason,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  tryRefusal,
} from "#harness";
import type { RefusalTrial } from "#harness";

interface Observations {
  /** A status write at a version that a spec write replaced. */
  readonly heldStatus: RefusalTrial;
  /** A spec write at a version that a status write replaced. */
  readonly heldSpec: RefusalTrial;
}

/** One version for the whole object: whoever read it before the other side wrote must read again. */
export const specAndStatusShareTheVersion = defineCheck<Observations>({
  id: "concurrency/spec-and-status-share-the-version",
  title: "A spec write makes a held status write stale, and the reverse",
  covers: [
    "concurrency.spec-and-status-share-the-version",
    "concurrency.stale-spec-write-conflicts",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: first } = object.metadata;

    const specWritten = await context.call(
      specWrite(key, { resourceVersion: first, spec: sampleSpec(context, 1) }),
    );
    const { resourceVersion: second } = acceptedObject(
      specWritten,
      "the spec could not be written",
    ).metadata;
    const status = sampleStatus(context, 0);
    // The control of this trial is the status write that makes the spec write below stale.
    const heldStatus = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, { resourceVersion: first, status }),
      repair: ({ metadata: { resourceVersion } }) =>
        statusWrite(context, key, { resourceVersion, status }),
    });

    const spec = sampleSpec(context, 2);
    const heldSpec = await tryRefusal(context, {
      key,
      attempt: specWrite(key, { resourceVersion: second, spec }),
      repair: ({ metadata: { resourceVersion } }) => specWrite(key, { resourceVersion, spec }),
    });
    return { heldStatus, heldSpec };
  },

  judge({ heldStatus, heldSpec }) {
    const stale = { reasons: ["conflict"] } as const;
    const because = "a status write replaced the version";
    return [
      judgeReason(heldStatus, {
        ...stale,
        requirement: "concurrency.spec-and-status-share-the-version",
        because: "a spec write replaced the version",
      }),
      judgeReason(heldSpec, {
        ...stale,
        requirement: "concurrency.spec-and-status-share-the-version",
        because,
      }),
      judgeReason(heldSpec, {
        ...stale,
        requirement: "concurrency.stale-spec-write-conflicts",
        because,
      }),
      ...judgeNothingMoved(heldStatus),
      ...judgeNothingMoved(heldSpec),
    ];
  },
});
