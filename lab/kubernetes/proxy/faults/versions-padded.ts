import { changingObjects, defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** Versions are padded, so that they sort as texts. */
export const versionsPadded = defineProxyFault({
  name: "versions-padded",
  summary: "Versions begin with zeros.",
  breaks: ["concurrency.versions-are-comparable"],
  begin: changingObjects((object) =>
    withMetadata(object, { resourceVersion: `00${metadataText(object, "resourceVersion")}` }),
  ),
});
