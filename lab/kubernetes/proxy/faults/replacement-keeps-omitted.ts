import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** A replacement is merged like everything else. */
export const replacementKeepsOmitted = defineProxyFault({
  name: "replacement-keeps-omitted",
  summary: "A replacement of the status keeps the members that it omits.",
  breaks: ["write.replace-removes-omitted-members"],
  begin: () => ({
    answer: async (request, server) => {
      const body = bodyOf(request);
      if (!isStatusWrite(request) || formatOf(request) !== "put") return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const status = { ...partOf(stored, "status"), ...partOf(body, "status") };
      return server.send(withBody(request, { ...body, status }));
    },
  }),
});
