import { supports } from "#harness";
import type { CheckContext } from "#harness";
import type { JsonObject } from "#contract";

/**
 * Creates an object and returns metadata that refers to it as the owner of another object. The owner exists, because a
 * garbage collector deletes objects whose owners are absent. Returns undefined if the kind has no owner references, or
 * if its status writes may change them.
 */
export async function ownerMetadata(context: CheckContext): Promise<JsonObject | undefined> {
  const { ownerType, statusMetadata = [] } = context.kind;
  const canRefer = ownerType !== undefined && supports(context, "body.address");
  if (!canRefer || statusMetadata.includes("ownerReferences")) return undefined;
  const { name, uid } = (await context.fixture()).object.metadata;
  return { ownerReferences: [{ ...ownerType, name, uid }] };
}
