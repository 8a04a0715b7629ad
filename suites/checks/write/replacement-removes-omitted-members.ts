import { isEmpty, keyOf, memberAt, ownMember } from "#contract";
import type { JsonObject, JsonValue, RequirementId } from "#contract";
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
import { nestedOmissionIn } from "./nested-omission.ts";

interface Observations {
  readonly submitted: JsonObject;
  readonly write: Step;
  readonly read: Step;
  /** A replacement without any field that a write may omit. Absent if the first replacement was not read back. */
  readonly emptied?: Emptied;
  /** Replacements that omit one field of a nested object. Absent if not possible, and in older records. */
  readonly nested?: readonly NestedOmission[];
}

interface NestedOmission {
  readonly path: readonly string[];
  /** The value before the replacement. */
  readonly value: JsonValue;
  readonly write: Step;
  readonly read: Step;
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
    const nested = await omitNested(context);
    return {
      submitted,
      write,
      read,
      ...(emptied === undefined ? {} : { emptied }),
      ...(nested === undefined ? {} : { nested }),
    };
  },

  judge({ submitted, write, read, emptied, nested = [] }) {
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
      ...judgeNested(requirement, nested),
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
      !isEmpty(submitted[name]) &&
      ownMember(rest, name) === undefined &&
      isSame(submitted[name], ownMember(status, name)),
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

/**
 * Replaces two sample statuses, each without the same field of a nested object. The two values differ, so a default of
 * the server cannot be mistaken for both of them.
 */
async function omitNested(context: CheckContext): Promise<readonly NestedOmission[] | undefined> {
  const statuses = context.kind.samples.statuses.map((_, index) => sampleStatus(context, index));
  const place = nestedOmissionIn(statuses);
  if (place === undefined) return undefined;
  const { key, object } = await context.fixture();
  const omissions: NestedOmission[] = [];
  let current = object.metadata.resourceVersion;
  for (const { status, sparse, path, value } of place) {
    const full = await context.call(
      statusWrite(context, key, { resourceVersion: current, status }),
    );
    const stored = objectOf(full);
    if (stored === undefined || !isSame(memberAt(stored.status, path), value)) return undefined;
    const { resourceVersion } = stored.metadata;
    const write = await context.call(
      statusWrite(context, key, { resourceVersion, status: sparse }),
    );
    const read = await context.call(readOf(key));
    const after = objectOf(read);
    if (!isAccepted(write) || after === undefined) return undefined;
    omissions.push({ path, value, write, read });
    current = after.metadata.resourceVersion;
  }
  return omissions;
}

function judgeNested(
  requirement: RequirementId,
  nested: readonly NestedOmission[],
): readonly Finding[] {
  if (nested.length === 0) return [];
  const path = `status.${nested[0]?.path.join(".")}`;
  const isKept = nested.every(({ path: steps, value, read }) =>
    isSame(memberAt(objectOf(read)?.status, steps), value),
  );
  return [
    claim(requirement, {
      holds: !isKept,
      expected: `${path} is absent, because the replacement omits it`,
      actual: isKept ? `${path} has its previous value` : `${path} is absent or has another value`,
      evidence: nested.flatMap(({ write, read }) => [write.exchange, read.exchange]),
    }),
  ];
}
