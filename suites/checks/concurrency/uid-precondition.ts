import { uid } from "#contract";
import type { RefusalReason, Uid } from "#contract";
import {
  defineCheck,
  incidental,
  judgeNoneMoved,
  judgeRefusals,
  sampleStatus,
  statusWrite,
  tryRefusals,
} from "#harness";
import type { Tried } from "#harness";

interface OtherUid {
  readonly because: string;
  readonly make: "unlike" | "alike";
}

export const otherUids: readonly OtherUid[] = [
  { make: "unlike", because: "the uid belongs to another object" },
  { make: "alike", because: "the uid differs from the stored uid in its last character" },
];

/** No object has both the name and the uid, so the target may also report a missing object. */
export const otherUidReasons = ["conflict", "notFound"] as const satisfies readonly RefusalReason[];

const requirement = "concurrency.uid-precondition";

export const uidPrecondition = defineCheck<readonly Tried<OtherUid>[]>({
  id: "concurrency/uid-precondition",
  title: "A status write with a different uid is rejected",
  covers: [
    "concurrency.uid-precondition",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  features: ["precondition.uid"],

  async drive(context) {
    const { withoutUid, foundByUid } = context.kind;
    if (withoutUid?.includes(context.via) === true) return [];
    // Such a request has no other key that could belong to another object.
    if (foundByUid?.includes(context.via) === true) return [];
    const status = sampleStatus(context, 0);
    return tryRefusals(context, {
      mistakes: otherUids,
      prepare: async () => {
        const [subject, another] = await Promise.all([context.fixture(), context.fixture()]);
        return { ...subject, another: another.object.metadata.uid };
      },
      attempt: ({ make }, { key, object, another }) => {
        const { resourceVersion, uid: stored } = object.metadata;
        const other = make === "alike" ? (alike(stored) ?? another) : another;
        return statusWrite(context, key, { resourceVersion, status, uid: other });
      },
      repair: ({ metadata: { resourceVersion, uid: stored } }, { key }) =>
        statusWrite(context, key, { resourceVersion, status, uid: stored }),
    });
  },

  judge(tried) {
    if (tried.length === 0) {
      return [
        ...incidental([requirement], "the request contains no uid, or no other key"),
        ...judgeNoneMoved([]),
      ];
    }
    return judgeRefusals({ requirement, reasons: otherUidReasons }, tried);
  },
});

/**
 * Changes the last character of the stored uid. Undefined unless the uid consists of hexadecimal digits and hyphens: in
 * another format, a server may detect that it never issued the altered uid.
 */
export function alike(stored: Uid): Uid | undefined {
  if (!/^[\da-f-]+$/iu.test(stored)) return undefined;
  return uid(`${stored.slice(0, -1)}${stored.endsWith("0") ? "1" : "0"}`);
}
