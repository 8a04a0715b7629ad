import { keyOf } from "#contract";
import type {
  JsonObject,
  ObjectKey,
  Resource,
  UpdateCommand,
  UpdateStatusCommand,
} from "#contract";
import {
  acceptedObject,
  countedStatus,
  defineCheck,
  describeDifferences,
  freshCount,
  given,
  holdingFinalizer,
  isAccepted,
  isSame,
  objectOf,
  operationsToTry,
  readOf,
  readVersion,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  storeFilledStatus,
  supports,
  writeOtherStatuses,
} from "#harness";
import type { CheckContext, Finding, Step, ValueShape } from "#harness";
import { requiredOf } from "./sparse-spec-is-kept.ts";

interface AuthorWrite {
  readonly what: string;
  readonly write: Step;
  readonly after: Step;
}

interface Stored {
  /** The object before the writes, according to a read if it shows the version of the last status write. */
  readonly stored: Resource;
  /** The object in the response to the last status write. Absent in records of earlier versions. */
  readonly reported?: Resource;
  readonly writes: readonly AuthorWrite[];
}

interface Observations extends Stored {
  /** Writes of an object without its status. Absent in records of earlier versions. */
  readonly bare?: Stored;

  /** The same writes over another status. Absent if that status was rejected, and in records of earlier versions. */
  readonly again?: Stored;

  /** A spec write over a status with few fields. Absent if that status was rejected, and in older records. */
  readonly sparse?: Stored;

  /** A spec write over status fields that no sample contains. Absent if they were rejected, and in older records. */
  readonly filled?: Stored;

  /** A spec write without optional fields. Absent if it was rejected or none could be omitted, and in older records. */
  readonly shortened?: Stored;
}

export const specWriteKeepsStatus = defineCheck<Observations>({
  id: "isolation/spec-write-keeps-status",
  title: "Writes to spec and labels leave the stored status unchanged",
  covers: ["isolation.spec-write-never-changes-status"],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const status = sampleStatus(context, 0);
    const { resourceVersion } = object.metadata;
    const first = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const reported = await writeOtherStatuses(
      context,
      acceptedObject(first, "a status write failed"),
    );
    const stored = await readVersion(context, reported);

    const writes: AuthorWrite[] = [];
    let current = stored;
    for (const { what, change, isOptional } of authorWrites(context)) {
      const version = current.metadata.resourceVersion;
      const write = await context.call(specWrite(key, { resourceVersion: version, ...change }));
      if (isOptional === true && !isAccepted(write)) continue;
      const after = await context.call(readOf(key));
      writes.push({ what, write, after });
      current = objectOf(after) ?? current;
    }
    const again = await underOtherStatus(context, current);
    const bare = await withoutStatus(context);
    const sparse = await overSparseStatus(context);
    const filled = await overFilledStatus(context);
    const shortened = await withoutOptionalFields(context);
    return {
      stored,
      reported,
      writes,
      ...(again === undefined ? {} : { again }),
      ...(bare === undefined ? {} : { bare }),
      ...(sparse === undefined ? {} : { sparse }),
      ...(filled === undefined ? {} : { filled }),
      ...(shortened === undefined ? {} : { shortened }),
    };
  },

  judge({ again, bare, sparse, filled, shortened, ...first }) {
    const others = [again, bare, sparse, filled, shortened].filter((one) => one !== undefined);
    return [first, ...others].flatMap(judgeKept);
  },
});

/** Writes a status, and reads the object. Resolves with undefined if the write was rejected. */
async function report(
  context: CheckContext,
  key: ObjectKey,
  write: Pick<UpdateStatusCommand, "resourceVersion" | "status">,
): Promise<Required<Omit<Stored, "writes">> | undefined> {
  const reported = objectOf(await context.call(statusWrite(context, key, write)));
  if (reported === undefined) return undefined;
  return { reported, stored: await readVersion(context, reported) };
}

/**
 * Sends the object without its status, as users do who replace an object with the file that they created it from. A
 * patch contains an explicit null instead. If it is rejected, it shows nothing.
 */
async function withoutStatus(context: CheckContext): Promise<Stored | undefined> {
  if (!supports(context, "body.address")) return undefined;
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const status = sampleStatus(context, 0);
  const before = await report(context, key, { resourceVersion, status });
  if (before === undefined) return undefined;
  const { stored } = before;
  const writes: AuthorWrite[] = [];
  let current = stored;
  for (const [index, via] of operationsToTry(context, "update").entries()) {
    const version = current.metadata.resourceVersion;
    const spec = sampleSpec(context, index + 1);
    const foreign = { place: "beside", members: { status: null } } as const;
    const command = specWrite(key, { resourceVersion: version, via, spec, foreign });
    const write = await context.call(command);
    const after = await context.call(readOf(key));
    current = objectOf(after) ?? current;
    if (isAccepted(write))
      writes.push({ what: `a spec without a status through ${via}`, write, after });
  }
  return { ...before, writes };
}

/**
 * Repeats the spec write while another status is stored. A change by the first write would go unnoticed if it set a
 * status field to the value that the field already had.
 */
async function underOtherStatus(
  context: CheckContext,
  { metadata, ...object }: Resource,
): Promise<Stored | undefined> {
  const key = keyOf({ metadata, ...object });
  const { resourceVersion } = metadata;
  const status = sampleStatus(context, 1);
  const before = await report(context, key, { resourceVersion, status });
  const [via] = operationsToTry(context, "update");
  if (before === undefined || via === undefined) return undefined;
  const { stored } = before;
  const spec = sampleSpec(context, 0);
  const version = stored.metadata.resourceVersion;
  const write = await context.call(specWrite(key, { resourceVersion: version, via, spec }));
  const after = await context.call(readOf(key));
  const what = `a new spec through ${via}, sent while another status is stored`;
  return { ...before, writes: [{ what, write, after }] };
}

/** Some servers set defaults for missing status fields whenever they store an object. */
async function overSparseStatus(context: CheckContext): Promise<Stored | undefined> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const status = countedStatus(context, freshCount(context, 1));
  const before = await report(context, key, { resourceVersion, status });
  if (before === undefined) return undefined;
  const { stored } = before;
  const version = stored.metadata.resourceVersion;
  const spec = sampleSpec(context, 1);
  const write = await context.call(specWrite(key, { resourceVersion: version, spec }));
  const after = await context.call(readOf(key));
  const what = "a new spec, sent while a status with few fields is stored";
  return { ...before, writes: [{ what, write, after }] };
}

async function overFilledStatus(context: CheckContext): Promise<Stored | undefined> {
  if (context.kind.filledStatuses === undefined) return undefined;
  const { key, object } = await context.fixture();
  const before = await storeFilledStatus(context, object);
  const reported = before === undefined ? undefined : objectOf(before);
  if (reported === undefined) return undefined;
  const stored = await readVersion(context, reported);
  const { resourceVersion } = stored.metadata;
  const spec = sampleSpec(context, 1);
  const write = await context.call(specWrite(key, { resourceVersion, spec }));
  if (!isAccepted(write)) return undefined;
  const after = await context.call(readOf(key));
  const what = "a new spec, sent while the status has fields that no sample contains";
  return { stored, reported, writes: [{ what, write, after }] };
}

/** Some servers rebuild the whole object if a spec lacks a field that the stored spec has. */
async function withoutOptionalFields(context: CheckContext): Promise<Stored | undefined> {
  const { key, object } = await context.fixture();
  const spec = shortenedSpec(sampleSpec(context, 1), object.spec ?? {}, context.kind.shapes?.spec);
  if (spec === undefined) return undefined;
  const { resourceVersion } = object.metadata;
  const status = sampleStatus(context, 0);
  const before = await report(context, key, { resourceVersion, status });
  if (before === undefined) return undefined;
  const { stored } = before;
  const version = stored.metadata.resourceVersion;
  const write = await context.call(specWrite(key, { resourceVersion: version, spec }));
  if (!isAccepted(write)) return undefined;
  const after = await context.call(readOf(key));
  return { ...before, writes: [{ what: "a spec without its optional fields", write, after }] };
}

/**
 * Returns the required fields of a spec, and one more field if these do not differ from the stored spec. Undefined if no
 * field is omitted or none is left.
 */
export function shortenedSpec(
  spec: JsonObject,
  stored: JsonObject,
  shape: ValueShape | undefined,
): JsonObject | undefined {
  const required = requiredOf(spec, shape) ?? {};
  const differing = Object.entries(spec).filter(([name, value]) => !isSame(value, stored[name]));
  const isChange = differing.some(([name]) => Object.hasOwn(required, name));
  const shortened = { ...required, ...Object.fromEntries(isChange ? [] : differing.slice(0, 1)) };
  const count = Object.keys(shortened).length;
  return count === 0 || count === Object.keys(spec).length ? undefined : shortened;
}

/** Compares reads with a read, and responses with any representation of the status before the writes. */
function judgeKept({ stored, reported = stored, writes }: Stored): readonly Finding[] {
  return writes.map(({ what, write, after }) =>
    given("isolation.spec-write-never-changes-status", { write, after }, (of) => {
      const isStored = isSame(stored.status, of.after.status);
      const isShown = [stored, reported].some(({ status }) => isSame(status, of.write.status));
      return {
        holds: isStored && isShown,
        expected: `after ${what}, the status is unchanged`,
        actual: isStored
          ? describeDifferences("the status in the response", stored.status, of.write.status)
          : describeDifferences("the stored status", stored.status, of.after.status),
      };
    }),
  );
}

interface AuthorChange {
  readonly what: string;
  readonly change: Partial<UpdateCommand>;
  /** Whether the operation may reject the change, because other checks test whether it accepts it. */
  readonly isOptional?: true;
}

function authorWrites(context: CheckContext): readonly AuthorChange[] {
  const updates = operationsToTry(context, "update");
  const { applyUpdates = [] } = context.kind;
  return [...updates, ...applyUpdates].flatMap((via, index): readonly AuthorChange[] => [
    { what: `a new spec through ${via}`, change: { via, spec: sampleSpec(context, index + 1) } },
    // An apply of metadata would release the applied spec.
    ...(updates.includes(via) ? metadataWrites(context, via, `note-${index}`) : []),
  ]);
}

function metadataWrites(context: CheckContext, via: string, note: string): readonly AuthorChange[] {
  const canLabel = supports(context, "labels.write");
  const labels = { ...context.label, "conformance-note": note };
  const finalizers = { what: `finalizers through ${via}`, isOptional: true } as const;
  return [
    ...(canLabel ? [{ what: `new labels through ${via}`, change: { via, labels } }] : []),
    ...(canLabel && context.kind.isWithoutAnnotations === undefined
      ? [
          {
            what: `annotations through ${via}`,
            change: { via, annotations: { note } },
            isOptional: true as const,
          },
        ]
      : []),
    ...(supports(context, "finalizers")
      ? [
          { ...finalizers, change: { via, finalizers: [holdingFinalizer] } },
          { ...finalizers, change: { via, finalizers: [] } },
        ]
      : []),
  ];
}
