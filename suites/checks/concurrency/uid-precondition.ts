import { uid } from "#contract";
import type { Uid } from "#contract";
import { defineCheck, judgeRefusals, sampleStatus, statusWrite, tryRefusals } from "#harness";
import type { Tried } from "#harness";

interface OtherUid {
  readonly because: string;
  /** How the tested uid differs from the stored one. */
  readonly make: "unlike" | "alike";
}

export const otherUids: readonly OtherUid[] = [
  { make: "unlike", because: "the uid is not the stored one" },
  { make: "alike", because: "the uid differs from the stored one in its last character" },
];

export const uidPrecondition = defineCheck<readonly Tried<OtherUid>[]>({
  id: "concurrency/uid-precondition",
  title: "A status write with a different uid conflicts",
  covers: [
    "concurrency.uid-precondition",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  features: ["precondition.uid"],

  async drive(context) {
    const status = sampleStatus(context, 0);
    return tryRefusals(context, {
      mistakes: otherUids,
      prepare: () => context.fixture(),
      attempt: ({ make }, { key, object }) => {
        const { resourceVersion, uid: stored } = object.metadata;
        const other =
          make === "alike" ? alike(stored) : uid("00000000-0000-4000-8000-000000000000");
        return statusWrite(context, key, { resourceVersion, status, uid: other });
      },
      repair: ({ metadata: { resourceVersion, uid: stored } }, { key }) =>
        statusWrite(context, key, { resourceVersion, status, uid: stored }),
    });
  },

  judge: (tried) =>
    judgeRefusals({ requirement: "concurrency.uid-precondition", reasons: ["conflict"] }, tried),
});

/** The stored uid with a different last character. */
export function alike(stored: Uid): Uid {
  return uid(`${stored.slice(0, -1)}${stored.endsWith("0") ? "1" : "0"}`);
}
