import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** A patch is a replacement that came through another door. */
export const mergePatchReplaces = defineProxyFault({
  name: "merge-patch-replaces",
  summary: "A merge patch of the status removes the members that it omits.",
  breaks: ["write.merge-patch-keeps-unmentioned-members", "write.omitted-members-unchanged"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "merge") return server.send(request);
      const body = bodyOf(request);
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const gone = Object.fromEntries(Object.keys(stored).map((member) => [member, null]));
      const status = { ...gone, ...partOf(body, "status") };
      return server.send(withBody(request, { ...body, status }));
    },
  }),
});
