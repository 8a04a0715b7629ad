import { contentOf, refusing } from "../api-reply.ts";
import { isStatusWrite, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** What is going has no status. */
export const statusRefusedWhileDeleting = defineProxyFault({
  name: "status-refused-while-deleting",
  summary: "A status write to an object that is being deleted is refused.",
  breaks: ["deletion.status-writes-go-on"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request)) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return metadataText(stored, "deletionTimestamp") === ""
        ? server.send(request)
        : refusing(409, "Conflict", "the object is being deleted");
    },
  }),
});
