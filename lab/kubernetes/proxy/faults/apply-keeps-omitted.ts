import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, readingOf, withBody, withQuery } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** An apply is a merge patch with another name. */
export const applyKeepsOmitted = defineProxyFault({
  name: "apply-keeps-omitted",
  summary: "An apply of the status keeps what its manager omits.",
  breaks: ["apply.removes-omitted-fields"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "apply") return server.send(request);
      const body = bodyOf(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const status = { ...partOf(stored, "status"), ...partOf(body, "status") };
      return server.send(withBody(withQuery(request, { force: "true" }), { ...body, status }));
    },
  }),
});
