import { keyOf, ownMember } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  claim,
  countedStatus,
  defineCheck,
  demandedStatus,
  isAccepted,
  isSame,
  judgeStatus,
  objectOf,
  readOf,
  sampleStatus,
  statusAfterWrite,
  statusWrite,
  writeCount,
  incidental,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

interface Observations {
  readonly submitted: JsonObject;
  readonly write: Step;
  readonly read: Step;
  /** A replacement without any field that a write may omit. Absent if the first replacement was not read back. */
  readonly emptied?: Emptied;
}

interface Emptied {
  readonly write: Step;
  readonly read: Step;
  /** The fields that may remain, with their values. */
  readonly rest: JsonObject;
}

export const replacementRemovesOmittedMembers = defineCheck<Observations>({
  id: "write/replacement-removes-omitted-members",
  title:
    "Replacing the status removes every field that the new status omits, even if it omits all " +
    "fields",
  covers: ["write.replace-removes-omitted-members", "write.stores-submitted-status"],
  scope: "status-write",
  features: ["status.replace"],
  statusModes: ["replace"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const first = await context.call(
      statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) }),
    );
    const stored = acceptedObject(first, "a status write failed");

    const { resourceVersion: current } = stored.metadata;
    const { count, step: write } = await writeCount(context, (value) =>
      context.call(
        statusWrite(context, key, {
          resourceVersion: current,
          status: countedStatus(context, value),
        }),
      ),
    );
    // Fields that belong to other mutations are preserved.
    const submitted = statusAfterWrite(context, stored, countedStatus(context, count));
    const read = await context.call(readOf(key));
    const emptied = await empty(context, read);
    return { submitted, write, read, ...(emptied === undefined ? {} : { emptied }) };
  },

  judge({ submitted, write, read, emptied }) {
    const requirement = "write.replace-removes-omitted-members";
    const replaced = afterAccepted(requirement, [write, read], () =>
      judgeStatus({
        requirement,
        write,
        read,
        status: submitted,
        because: "the replacement contains nothing else",
      }),
    );
    // A target that preserves omitted fields also preserves those that an empty status omits.
    const isComparable = emptied !== undefined && replaced.result === "held";
    const stored = isComparable ? judgeEmptied(submitted, emptied) : undefined;
    return [
      replaced,
      ...(stored ??
        incidental(
          ["write.stores-submitted-status"],
          "the status was not replaced with an empty one",
        )),
    ];
  },
});

async function empty(context: CheckContext, before: Step): Promise<Emptied | undefined> {
  const stored = objectOf(before);
  if (stored === undefined) return undefined;
  const { resourceVersion } = stored.metadata;
  const key = keyOf(stored);
  const status = demandedStatus(context);
  const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
  const rest = statusAfterWrite(context, stored, status);
  return { write, read: await context.call(readOf(key)), rest };
}

/**
 * Detects a handler that treats an empty status as absent and drops the write. A target may instead reject an empty
 * status as invalid.
 */
function judgeEmptied(
  submitted: JsonObject,
  { write, read, rest }: Emptied,
): readonly Finding[] | undefined {
  const { status = {} } = objectOf(read) ?? {};
  if (!isAccepted(write) || objectOf(read) === undefined) return undefined;
  const kept = Object.keys(submitted).filter(
    (name) =>
      ownMember(rest, name) === undefined && isSame(submitted[name], ownMember(status, name)),
  );
  return [
    claim("write.stores-submitted-status", {
      holds: kept.length === 0,
      expected: "no previous value is left, because the accepted status is empty",
      actual: `still stored: ${kept.join(", ")}`,
      evidence: [write.exchange, read.exchange],
    }),
  ];
}
