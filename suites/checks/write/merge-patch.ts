import { holdsList, isJsonObject } from "#contract";
import type { JsonObject, PatchStatusCommand } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  counterValue,
  defineCheck,
  judgeStatus,
  merged,
  readOf,
  sampleStatus,
  statusBeginning,
  statusPatch,
  statusWrite,
  writeInTurn,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step } from "#harness";

interface Trial {
  readonly write: Step;
  readonly expected: JsonObject;
  /** The fields that the rule concerns. Defaults to all fields. */
  readonly members?: readonly string[];
}

interface Observations {
  readonly first: Trial;
  readonly mention: Trial;
  readonly lists: Trial;
  readonly removal: Trial;
  readonly read: Step;
}

/** Tests RFC 7386 for a status: fields in the patch change, null removes a field, and lists are replaced as a whole. */
export const mergePatch = defineCheck<Observations>({
  id: "write/merge-patch",
  title: "A merge patch changes only the fields that it contains",
  covers: [
    "write.merge-patch-keeps-unmentioned-members",
    "write.merge-patch-null-removes-member",
    "write.merge-patch-replaces-lists",
    "write.merge-patch-creates-parents",
  ],
  scope: "kind",
  features: ["status.patch.merge"],
  verbs: ["patchStatus"],

  async drive(context) {
    const fresh = await context.fixture();
    const status = sampleStatus(context, 0);
    const write = await context.call({
      ...mergeOf(fresh, status),
      resourceVersion: fresh.object.metadata.resourceVersion,
    });
    const trials = await tryRules(context, await context.fixture());
    const expected = merged(statusBeginning(context, fresh.object), status);
    return { first: { write, expected }, ...trials };
  },

  judge({ first, mention, lists, removal, read }) {
    return [
      judgeTrial(
        "write.merge-patch-creates-parents",
        first,
        "the object had no status before the patch",
      ),
      judgeTrial(
        "write.merge-patch-keeps-unmentioned-members",
        mention,
        "the patch contains only the counter and empty nested objects",
      ),
      judgeTrial(
        "write.merge-patch-replaces-lists",
        lists,
        "the lists in the patch replace the stored lists",
      ),
      judgeRemoval(removal, read),
    ];
  },
});

function mergeOf({ key }: Pick<Fixture, "key">, status: JsonObject): PatchStatusCommand {
  return statusPatch(key, { format: "merge", patch: { status } });
}

async function tryRules(
  context: CheckContext,
  fixture: Fixture,
): Promise<Omit<Observations, "first">> {
  // The last sample has the longest lists, to detect a server that concatenates lists instead of replacing them.
  const base = sampleStatus(context, 2);
  const { resourceVersion } = fixture.object.metadata;
  const stored = await context.call(
    statusWrite(context, fixture.key, { resourceVersion, status: base }),
  );
  const { metadata } = acceptedObject(stored, "a status write failed");
  const { counter } = context.kind.samples;
  // Above the counters of samples, and below 100, because counters may be percentages. For kinds without a counter, a
  // multiple of 3 selects the first sample. Its value differs from that of the stored third sample.
  const value = counterValue(context, 12 + 3 * context.random.below(29));
  const listed = membersWithLists(sampleStatus(context, 1));
  const removed = Object.keys(base).find((name) => name !== counter) ?? counter;

  const steps = await writeInTurn(context, metadata.resourceVersion, {
    mention: mergeOf(fixture, { ...emptyObjects(base), [counter]: value }),
    lists: mergeOf(fixture, listed),
    removal: mergeOf(fixture, { [removed]: null }),
  });
  return {
    mention: { write: steps.mention, expected: merged(base, { [counter]: value }) },
    lists: { write: steps.lists, expected: listed, members: Object.keys(listed) },
    removal: { write: steps.removal, expected: {}, members: [removed] },
    read: await context.call(readOf(fixture.key)),
  };
}

/** A patch without changes: an empty object for each field that is an object. */
export function emptyObjects(status: JsonObject): JsonObject {
  const objects = Object.entries(status).filter(([, value]) => isJsonObject(value));
  return Object.fromEntries(objects.map(([name]) => [name, {}]));
}

export function membersWithLists(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => holdsList(value)));
}

type MergeRequirement =
  | "write.merge-patch-creates-parents"
  | "write.merge-patch-keeps-unmentioned-members"
  | "write.merge-patch-null-removes-member"
  | "write.merge-patch-replaces-lists";

function judgeTrial(
  requirement: MergeRequirement,
  { write, expected, members }: Trial,
  because: string,
): Finding {
  const only = members === undefined ? {} : { members };
  return judgeStatus({ requirement, write, status: expected, ...only, because });
}

function judgeRemoval({ write, expected, members }: Trial, read: Step): Finding {
  const requirement = "write.merge-patch-null-removes-member";
  const only = members === undefined ? {} : { members };
  const because = "the patch sets the field to null";
  return afterAccepted(requirement, [read], () =>
    judgeStatus({ requirement, write, read, status: expected, ...only, because }),
  );
}
