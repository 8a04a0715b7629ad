import type { Command, ObjectKey, RequirementId, ResourceVersion } from "#contract";
import {
  acceptedObject,
  countedStatus,
  createAgain,
  deleteObject,
  freshCount,
  refusalOf,
  reusesNames,
  sampleSpec,
  specWrite,
  statusPatch,
  supports,
  versionedUpdates,
  wholeWrite,
  writeSpec,
  writeStatuses,
} from "#harness";
import type { CheckContext, Fixture, Written } from "#harness";
import { metadataChanges } from "./metadata-changes.ts";
import { patchOf } from "./stale-patch-conflicts.ts";

const staleSpec = "concurrency.stale-spec-write-conflicts";
const staleDeletion = "concurrency.stale-deletion-conflicts";
const oldObject = "concurrency.old-incarnation-write-conflicts";
const stalePatch = {
  merge: "concurrency.stale-merge-patch-conflicts",
  json: "concurrency.stale-json-patch-conflicts",
  apply: "concurrency.stale-apply-conflicts",
} as const;

/** The requirements on the writes of {@link attemptsAfter}. */
export const staleWriteRequirements: readonly RequirementId[] = [
  staleSpec,
  staleDeletion,
  oldObject,
  ...Object.values(stalePatch),
];

/** A change that makes the first version of an object stale. */
export interface Change {
  readonly name: "spec" | "metadata" | "status" | "recreation";
  readonly because: string;
  /** Resolves with the object at the version that replaced its first one. */
  readonly make: (context: CheckContext, from: Fixture) => Promise<Written>;
}

/** A write with a stale version, and why it must be rejected. */
export interface Attempt {
  readonly requirement: RequirementId;
  readonly because: string;
  readonly write: (key: ObjectKey, resourceVersion: ResourceVersion) => Command;
}

/** Lists the kinds of change that the author and the controller of the kind can make. */
export function changesOf(context: CheckContext): readonly Change[] {
  const { operations, isFoundByUid } = context.kind;
  const [metadata] = metadataChanges(context, "replaces");
  const canRecreate = supports(context, "delete") && operations.delete.length > 0;
  return [
    ...(operations.update.length > 0 ? [specChange] : []),
    ...(operations.update.length > 0 && metadata !== undefined ? [metadataChange(metadata)] : []),
    ...(operations.updateStatus.length > 0 ? [statusChange] : []),
    ...(canRecreate && reusesNames(context) && isFoundByUid !== true ? [recreation] : []),
  ];
}

const specChange: Change = {
  name: "spec",
  because: "a spec write replaced the version",
  make: (context, from) => writeSpec(context, from, 1),
};

function metadataChange(change: ReturnType<typeof metadataChanges>[number]): Change {
  return {
    name: "metadata",
    because: "a metadata write replaced the version",
    make: async (context, { key, object }) => {
      const { resourceVersion } = object.metadata;
      const small = specWrite(key, { resourceVersion, ...change });
      const tried = context.fits(small) ? await context.call(small) : undefined;
      // An update that replaces the whole object may require the spec.
      const step =
        tried === undefined || refusalOf(tried) !== undefined
          ? await context.call(wholeWrite(context.kind, object, change))
          : tried;
      const written = acceptedObject(step, "the metadata update failed");
      return { exchange: step.exchange, object: written };
    },
  };
}

const statusChange: Change = {
  name: "status",
  because: "a status write replaced the version",
  make: async (context, from) => (await writeStatuses(context, from, [1])).at(-1) ?? from,
};

const recreation: Change = {
  name: "recreation",
  because: "the version belongs to an object that was deleted",
  make: async (context, { key }) => {
    await deleteObject(context, key);
    return createAgain(context, key);
  },
};

/**
 * Lists the writes with a stale version that no other check tries after this kind of change. Deletions come last: an
 * object that was deleted against the rules cannot be written again.
 */
export function attemptsAfter(context: CheckContext, change: Change): readonly Attempt[] {
  return [
    ...updatesAfter(context, change),
    ...patchesAfter(context, change),
    ...deletionsAfter(context, change),
  ];
}

function updatesAfter(context: CheckContext, { name, because }: Change): readonly Attempt[] {
  if (name === "status") return [];
  const spec = sampleSpec(context, name === "spec" ? 2 : 1);
  return versionedUpdates(context).flatMap((via, index) =>
    [{ spec }, ...metadataChanges(context, `stale-${index}`)].map((content) => ({
      requirement: name === "recreation" ? oldObject : staleSpec,
      because,
      write: (key: ObjectKey, resourceVersion: ResourceVersion) =>
        specWrite(key, { via, resourceVersion, ...content }),
    })),
  );
}

const patches = {
  merge: "status.patch.merge",
  json: "status.patch.json",
  apply: "status.apply",
} as const;

const formats = ["merge", "json", "apply"] as const;

function patchesAfter(context: CheckContext, { name, because }: Change): readonly Attempt[] {
  if (name === "status" || context.kind.operations.patchStatus.length === 0) return [];
  return formats
    .filter((format) => supports(context, patches[format]))
    .map((format, index) => {
      const status = countedStatus(context, freshCount(context, index + 2));
      const options = { fieldManager: "conformance-first", force: true };
      const patch = {
        format,
        patch: patchOf(format, status),
        ...(format === "apply" ? { options } : {}),
      };
      return {
        requirement: name === "recreation" ? oldObject : stalePatch[format],
        because,
        write: (key, resourceVersion) => statusPatch(key, { ...patch, resourceVersion }),
      };
    });
}

function deletionsAfter(context: CheckContext, { name, because }: Change): readonly Attempt[] {
  if (name === "spec" || !supports(context, "delete")) return [];
  const { version = [] } = context.kind.guardedDeletions ?? {};
  const deletion = { verb: "delete", identity: "author" } as const;
  return version.map((via) => ({
    requirement: staleDeletion,
    because,
    write: (key, resourceVersion) => ({ ...deletion, via, key, resourceVersion }),
  }));
}
