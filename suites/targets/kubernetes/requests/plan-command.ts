import type { Command, JsonObject } from "#contract";
import {
  isScaleOperationId,
  isStatusOperationId,
  operationsInOtherVersions,
  operationsOf,
  pageSizeOf,
  readOperationId,
  scaleOperationIds,
  specApplyId,
  statusDeletionId,
  statusReadId,
} from "../resources/operation-ids.ts";
import { listRequest, readRequest } from "./plan-read.ts";
import {
  createRequest,
  deleteRequest,
  putRequest,
  rawPatchRequest,
  scaleRequest,
  specApplyRequest,
  specMergeRequest,
  specPatchRequest,
  statusRequest,
} from "./plan-write.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { RestRequest } from "../resources/rest-request.ts";

export function operationFor(kind: RestKind, { verb, via }: Command): OperationChoice {
  // The subresource is optional: status writes to kinds without it must be rejected.
  const offered = operationsOf(verb === "updateStatus" ? { hasStatus: true } : kind)[verb];
  const id = via ?? offered[0];
  if (id !== undefined && (offered.includes(id) || unlisted[verb]?.includes(id) === true))
    return { isKnown: true, id, kind };
  if (id !== undefined && verb === "updateStatus" && operationsInOtherVersions(kind).includes(id)) {
    const { way, version } = readOperationId(id);
    return { isKnown: true, id: way, kind: { ...kind, ...(version && { version }) } };
  }
  return { isKnown: false, detail: `${kind.name} has no operation for ${verb}${viaOf(via)}` };
}

/** Operations that checks select only by their id. */
const unlisted: Partial<Record<Command["verb"], readonly string[]>> = {
  update: [specApplyId, ...scaleOperationIds],
  read: [statusReadId],
  delete: [statusDeletionId],
};

function viaOf(via: string | undefined): string {
  return via === undefined ? "" : ` via ${via}`;
}

export type OperationChoice =
  | { readonly isKnown: true; readonly id: string; readonly kind: RestKind }
  | { readonly isKnown: false; readonly detail: string };

/**
 * Converts a command to a request, or returns a short reason why this is impossible. `base` is the stored object for
 * operations that replace it.
 */
export function planCommand(
  kind: RestKind,
  command: Command,
  { operation, base }: { readonly operation: string; readonly base?: JsonObject | undefined },
): RestRequest | string {
  switch (command.verb) {
    case "create":
      return createRequest(kind, command);
    case "read":
      return readRequest(kind, command, operation === statusReadId ? "status" : undefined);
    case "list":
      return listRequest(kind, command, pageSizeOf(operation));
    case "update":
      if (operation === "put") return putRequest(kind, command, base);
      if (operation === specApplyId) return specApplyRequest(kind, command);
      if (isScaleOperationId(operation)) return scaleRequest(kind, command, operation);
      return operation === "patch.merge"
        ? specMergeRequest(kind, command, base)
        : specPatchRequest(kind, command);
    case "updateStatus":
      return isStatusOperationId(operation)
        ? statusRequest(kind, command, { operation, base })
        : `${kind.name} has no operation ${operation}`;
    case "patchStatus":
      return rawPatchRequest(kind, command);
    case "delete":
      return deleteRequest(kind, command, operation === statusDeletionId ? "status" : undefined);
  }
}
