import { isJsonObject } from "#contract";
import { changingObjects, defineProxyFault } from "../../proxy-fault.ts";
import { isItems, partOf, withMetadata, without } from "../../stored-object.ts";

/** A manager is a manager. */
export const ownershipWithoutSide = defineProxyFault({
  name: "ownership-without-side",
  summary: "The record of the managers does not tell the status from the object.",
  breaks: ["apply.ownership-is-per-side"],
  begin: changingObjects((object) => {
    const { managedFields } = partOf(object, "metadata");
    if (!isItems(managedFields)) return object;
    const entries = managedFields.map((entry) =>
      isJsonObject(entry) ? without(entry, "subresource") : {},
    );
    return withMetadata(object, { managedFields: entries });
  }),
});
