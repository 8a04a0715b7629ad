import type { ObjectKey } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  isAccepted,
  objectOf,
  readOf,
  refusalOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  storeFilledSpec,
  undecided,
  supports,
  withCause,
  writableSpec,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { judgeUntouched } from "./judge-untouched.ts";
import { withOwner } from "./owner-references.ts";

interface Observations {
  readonly authored: Step;
  readonly before: Step;
  readonly write: Step;
  readonly after: Step;
  /**
   * A write over a spec with fields that no sample contains. Absent if they were rejected, and in records of earlier
   * versions.
   */
  readonly filled?: FilledTrial;
  /** A replacement that contains only the status. Absent if it was rejected, and in records of earlier versions. */
  readonly sparse?: FilledTrial;
  /** A deletion that addresses the status instead of the object. Absent if the kind has no such address. */
  readonly deletion?: Deletion;
}

interface FilledTrial {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
}

interface Deletion {
  readonly attempt: Step;
  readonly after: Step;
}

const requirements = [
  "isolation.status-write-never-changes-spec",
  "isolation.status-write-never-changes-metadata",
] as const;

export const statusWriteKeepsSpecAndMetadata = defineCheck<Observations>({
  id: "isolation/status-write-keeps-spec-and-metadata",
  title: "An accepted status write leaves spec and metadata as the author last wrote them",
  covers: requirements,
  scope: "status-write",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const note = { "conformance-note": context.random.letters(8) };
    const canLabel = supports(context, "labels.write");
    const change = {
      resourceVersion: object.metadata.resourceVersion,
      ...(canLabel ? { labels: { ...context.label, ...note } } : {}),
      ...(canLabel || context.kind.isWithoutAnnotations === undefined ? { annotations: note } : {}),
    };
    const changed = await context.call(specWrite(key, { ...change, spec: sampleSpec(context, 1) }));
    // A spec that cannot change must be kept as well.
    const authored =
      refusalOf(changed)?.reason === "invalid"
        ? await context.call(
            specWrite(key, { ...change, spec: writableSpec(context.kind, object.spec ?? {}) }),
          )
        : changed;
    const written = acceptedObject(authored, "the spec update failed");
    const owned = await withOwner(context, written);
    const { resourceVersion } = (objectOf(owned ?? authored) ?? written).metadata;
    const before = await context.call(readOf(key));

    const status = sampleStatus(context, 0);
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    acceptedObject(write, "a status write failed");

    const after = await context.call(readOf(key));
    const sparse = await replaceSparsely(context, key, after);
    const deletion = await tryDeletion(context, key);
    const filled = await overFilledSpec(context);
    const last = owned !== undefined && isAccepted(owned) ? owned : authored;
    return {
      authored: last,
      before,
      write,
      after,
      ...(filled === undefined ? {} : { filled }),
      ...(sparse === undefined ? {} : { sparse }),
      ...(deletion === undefined ? {} : { deletion }),
    };
  },

  judge({ authored, before, write, after, filled, sparse, deletion }) {
    const delay = delayBetween(authored, before) ?? delayBetween(write, after);
    const evidence = [authored, before, write, after].map((step) => step.exchange);
    const findings =
      delay === undefined
        ? judgeUntouched("an accepted status write", { before, attempt: write, after })
        : requirements.map((requirement) => undecided(requirement, delay, evidence));
    return [
      ...findings,
      ...(filled === undefined || delayBetween(filled.attempt, filled.after) !== undefined
        ? []
        : judgeUntouched("an accepted status write", filled)),
      ...(sparse === undefined || delayBetween(sparse.attempt, sparse.after) !== undefined
        ? []
        : judgeUntouched("a status write without spec, labels and annotations", sparse)),
      ...(deletion === undefined ? [] : judgeDeletion(sparse?.after ?? after, deletion)),
    ];
  },
});

async function overFilledSpec(context: CheckContext): Promise<FilledTrial | undefined> {
  if (context.kind.filledSpecs === undefined) return undefined;
  const { key, object } = await context.fixture();
  const before = await storeFilledSpec(context, object);
  const stored = before === undefined ? undefined : objectOf(before);
  if (before === undefined || stored === undefined) return undefined;
  const { resourceVersion } = stored.metadata;
  const status = sampleStatus(context, 0);
  const attempt = await context.call(statusWrite(context, key, { resourceVersion, status }));
  if (!isAccepted(attempt)) return undefined;
  return { before, attempt, after: await context.call(readOf(key)) };
}

/** Metadata that a client need not know to write a status. */
const unneeded = ["annotations", "finalizers", "labels", "ownerReferences"];

/**
 * Writes the status with an object that contains nothing else, as `kubectl replace --subresource=status` does with a
 * short manifest. Other writes repeat the spec and the metadata, so that their loss would not be visible.
 */
async function replaceSparsely(
  context: CheckContext,
  key: ObjectKey,
  before: Step,
): Promise<FilledTrial | undefined> {
  const { kind, via } = context;
  const { statusMetadata = [], statusModes, withoutUid = [] } = kind;
  // A body that contains the whole object has a place for its uid.
  const isWhole = statusModes[via] === "replace" && !withoutUid.includes(via);
  const stored = objectOf(before);
  if (!isWhole || stored === undefined || !supports(context, "body.address")) return undefined;
  const names = unneeded.filter((name) => !statusMetadata.some((written) => written === name));
  const metadata = Object.fromEntries(names.map((name) => [name, null]));
  const attempt = await context.call({
    ...statusWrite(context, key, {
      resourceVersion: stored.metadata.resourceVersion,
      status: sampleStatus(context, 1),
    }),
    foreign: { place: "beside", members: { spec: null, metadata } },
  });
  if (!isAccepted(attempt)) return undefined;
  return { before, attempt, after: await context.call(readOf(key)) };
}

/** Deletes through the address of the status. Once per kind: the deletion does not depend on the status mutation. */
async function tryDeletion(context: CheckContext, key: ObjectKey): Promise<Deletion | undefined> {
  const { operations, statusDeletions = [] } = context.kind;
  const [via] = statusDeletions;
  const [first = ""] = operations.updateStatus;
  if (via === undefined || !["", first].includes(context.via)) return undefined;
  const attempt = await context.call({ verb: "delete", identity: "controller", via, key });
  return { attempt, after: await context.call(readOf(key)) };
}

function judgeDeletion(before: Step, { attempt, after }: Deletion): readonly Finding[] {
  const isGone = objectOf(before) !== undefined && refusalOf(after)?.reason === "notFound";
  if (!isGone) return judgeUntouched("a deletion of the status", { before, attempt, after });
  const gone = claim("isolation.status-write-never-changes-spec", {
    holds: false,
    expected: "a deletion of the status leaves the object in place",
    actual: "the object is gone",
    evidence: [before, attempt, after].map(({ exchange }) => exchange),
  });
  return [withCause(gone, [attempt])];
}

/**
 * Returns why a read is unusable for a comparison: its version differs from the response to the preceding write. A
 * stale read would look like a change.
 */
export function delayBetween(write: Step, read: Step): string | undefined {
  const written = objectOf(write)?.metadata.resourceVersion;
  const seen = objectOf(read)?.metadata.resourceVersion;
  return written === undefined || seen === undefined || written === seen
    ? undefined
    : `the read shows version ${seen}, but version ${written} was written before the read`;
}
