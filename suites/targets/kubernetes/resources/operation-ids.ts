import type { Feature, Verb } from "#contract";
import type { StatusMode } from "../../port/target.ts";
import type { RestKind } from "./rest-kind.ts";

export const statusOperations = {
  "status.put": "replace",
  "status.patch.merge": "partial",
  "status.patch.json": "replace",
  "status.apply": "apply",
} as const satisfies Record<string, StatusMode>;

export type StatusOperationId = keyof typeof statusOperations;

const featureOfWay: Readonly<Record<StatusOperationId, Feature>> = {
  "status.put": "status.replace",
  "status.patch.merge": "status.patch.merge",
  "status.patch.json": "status.patch.json",
  "status.apply": "status.apply",
};

export function waysWithout(
  withdrawn: readonly Feature[],
  ways: readonly string[],
): readonly string[] {
  return ways.filter((id) => {
    const { way } = readOperationId(id);
    return !isStatusOperationId(way) || !withdrawn.includes(featureOfWay[way]);
  });
}

export function isStatusOperationId(text: string): text is StatusOperationId {
  return Object.hasOwn(statusOperations, text);
}

/** The status mutation that is tested in other API versions: the one that clients use to replace objects. */
const wayOfOtherVersions: StatusOperationId = "status.put";

const versionMark = "@";

/** The ids of the status writes through a kind's other versions: `status.put@v1beta1`. */
export function operationsInOtherVersions({
  otherVersions = [],
}: Pick<RestKind, "otherVersions">): readonly string[] {
  return otherVersions.map((version) => `${wayOfOtherVersions}${versionMark}${version}`);
}

/** Parses an id into its mutation and API version. The version defaults to the kind's version. */
export function readOperationId(id: string): { readonly way: string; readonly version?: string } {
  const [way = id, version] = id.split(versionMark);
  return version === undefined ? { way } : { way, version };
}

/** The update operation that applies the spec. */
export const specApplyId = "apply";

/** The update operations that address the scale subresource. */
export const scaleOperationIds = ["scale.put", "scale.patch"] as const;

export type ScaleOperationId = (typeof scaleOperationIds)[number];

export function isScaleOperationId(text: string): text is ScaleOperationId {
  return scaleOperationIds.some((id) => id === text);
}

/** The delete operation that addresses the status subresource. */
export const statusDeletionId = "status.delete";

/** The read operation that addresses the status subresource. */
export const statusReadId = "status.get";

/** The list operation that requests pages. */
export const pagedListId = "list.paged";

/** Number of objects per page. Small, so that the lists of checks have several pages. */
export const pageSize = 20;

/** Number of objects that a list operation requests per page. Undefined if it requests the whole list. */
export function pageSizeOf(operation: string): number | undefined {
  return operation === pagedListId ? pageSize : undefined;
}

/** The ids of all operations of a kind, by verb. The first of each is the default. */
export function operationsOf(
  kind: Pick<RestKind, "hasStatus">,
): Readonly<Record<Verb | "watch", readonly string[]>> {
  return {
    create: ["post"],
    read: ["get"],
    list: ["list", pagedListId],
    update: ["put", "patch.json", "patch.merge"],
    updateStatus: kind.hasStatus ? Object.keys(statusOperations) : [],
    patchStatus: kind.hasStatus ? ["status.patch"] : [],
    delete: ["delete"],
    watch: ["watch"],
  };
}
