import { withObjects } from "../api-reply.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** The identity is made from what changes. */
export const uidFollowsVersion = defineProxyFault({
  name: "uid-follows-version",
  summary: "The uid of an object is another one after each write.",
  breaks: ["write.keeps-identity"],
  begin: changingReplies((reply) =>
    withObjects(reply, (object) =>
      withMetadata(object, {
        uid: `${metadataText(object, "uid")}-${metadataText(object, "resourceVersion")}`,
      }),
    ),
  ),
});
