import { withObjects } from "../api-reply.ts";
import { isList } from "../api-request.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

/** Lists come from a cache that nobody waits for. */
export const listsOneBehind = defineProxyFault({
  name: "lists-one-behind",
  summary: "A list shows every object without the status that was written last.",
  breaks: ["write.visible-to-later-reads"],
  begin: changingReplies((reply, request) =>
    isList(request) ? withObjects(reply, (object) => without(object, "status")) : reply,
  ),
});
