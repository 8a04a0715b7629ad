import type { JsonObject, Resource } from "#contract";
import { readPatchedStatus } from "../kinds/read-status.ts";
import { withCauses } from "../kinds/write-body.ts";
import type { WriteRequest } from "../kinds/requests.ts";
import type { Rules } from "../rules/rules.ts";

/**
 * Returns the write with the status that its JSON patch produces, or with the patch's errors. Returns other writes
 * unchanged.
 */
export function withPatchedStatus(
  rules: Rules,
  request: WriteRequest,
  stored: Resource | undefined,
): WriteRequest {
  const { content, statusShape } = request;
  if (content.operations === undefined || stored === undefined) return request;
  const { document, causes } = rules.patchObject(request, stored);
  if (causes.length > 0) return { ...request, content: withCauses(content, causes) };
  return { ...request, content: readPatchedStatus(content, statusShape, document["status"]) };
}

/** Applies a status write. Does not set the version, the generation or the managers. */
export function writeStatus(rules: Rules, request: WriteRequest, stored: Resource): Resource {
  const status = nextStatus(rules, request, stored);
  if (status !== undefined) return rules.updateStatus(request, stored, status);
  const { status: _removed, ...rest } = stored;
  return rest;
}

/** The status after a write. Undefined if the object has no status afterwards. */
function nextStatus(rules: Rules, request: WriteRequest, stored: Resource): JsonObject | undefined {
  const { form, content } = request;
  if (content.status === null) return undefined;
  const submitted = content.status ?? {};
  switch (form) {
    case "partial":
      return rules.mergeStatus(stored.status, submitted);
    case "merge":
      return content.status === undefined
        ? stored.status
        : rules.mergeStatus(stored.status, submitted);
    case "replace":
      return rules.replaceStatus(request, submitted);
    case "json":
      return content.status === undefined ? stored.status : rules.replaceStatus(request, submitted);
    case "apply":
      return rules.applyStatus(request, stored, rules.omittedFields(request, stored));
  }
}
