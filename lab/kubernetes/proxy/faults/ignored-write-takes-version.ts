import { contentOf, isGranted } from "../api-reply.ts";
import { isStatusWrite, isTrial, mergingInto, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** What is dropped is dropped after it was compared. */
export const ignoredWriteTakesVersion = defineProxyFault({
  name: "ignored-write-takes-version",
  summary:
    "A status write that differs from the stored object in what is dropped alone takes a version.",
  breaks: ["isolation.ignored-write-is-no-op"],
  begin: () => {
    let count = 0;
    return {
      answer: async (request, server) => {
        const before = contentOf(await server.send(readingOf(request)));
        const reply = await server.send(request);
        const after = contentOf(reply);
        const isHit =
          isStatusWrite(request) &&
          isGranted(reply) &&
          !isTrial(request) &&
          metadataText(after, "resourceVersion") === metadataText(before, "resourceVersion");
        if (!isHit) return reply;
        count += 1;
        const annotations = { "conformance.example.com/proxy": String(count) };
        return server.send(mergingInto(request, { metadata: { annotations } }));
      },
    };
  },
});
