import { contentOf, isGranted, withContent } from "../api-reply.ts";
import { isStatusWrite, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** The version is read before the write, and not again. */
export const replyShowsOldVersion = defineProxyFault({
  name: "reply-shows-old-version",
  summary: "The reply to a status write has the version that the object had before it.",
  breaks: ["concurrency.version-changes-with-content"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request)) return server.send(request);
      const before = contentOf(await server.send(readingOf(request)));
      const reply = await server.send(request);
      if (!isGranted(reply)) return reply;
      const resourceVersion = metadataText(before, "resourceVersion");
      return withContent(reply, withMetadata(contentOf(reply), { resourceVersion }));
    },
  }),
});
