import { supports, wholeWrite } from "#harness";
import type { CheckContext, Step } from "#harness";
import type { JsonObject, Resource } from "#contract";

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

/** Adds an owner to the object. A server may reject owner references, so a rejection has no consequences. */
export async function withOwner(
  context: CheckContext,
  object: Resource,
): Promise<Step | undefined> {
  const metadata = await ownerMetadata(context);
  if (metadata === undefined) return undefined;
  const { annotations } = object.metadata;
  const write = wholeWrite(context.kind, object, annotations === undefined ? {} : { annotations });
  return context.call({ ...write, foreign: { place: "beside", members: { metadata } } });
}
