import { withObjects } from "../api-reply.ts";
import { isStatusWrite } from "../api-request.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

/** The reply to a status write shows what was written. */
export const replyWithoutSpec = defineProxyFault({
  name: "reply-without-spec",
  summary: "The reply to a status write shows the object without its spec.",
  breaks: ["write.returns-complete-object"],
  begin: changingReplies((reply, request) =>
    isStatusWrite(request) ? withObjects(reply, (object) => without(object, "spec")) : reply,
  ),
});
