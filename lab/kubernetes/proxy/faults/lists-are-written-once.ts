import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { isItems, partOf } from "../stored-object.ts";

/** A list that is there is kept, because somebody may depend on it. */
export const listsAreWrittenOnce = defineProxyFault({
  name: "lists-are-written-once",
  summary: "A merge patch of the status leaves the lists that there are as they are.",
  breaks: ["write.lists-are-replaced", "write.merge-patch-replaces-lists"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "merge") return server.send(request);
      const body = bodyOf(request);
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const members = Object.entries(partOf(body, "status"));
      const kept = members.filter(([member]) => !isItems(stored[member]));
      return server.send(withBody(request, { ...body, status: Object.fromEntries(kept) }));
    },
  }),
});
