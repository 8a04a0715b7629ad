import { isJsonObject } from "#contract";
import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** No status is no change. */
export const bareReplacementKeepsStatus = defineProxyFault({
  name: "bare-replacement-keeps-status",
  summary: "A replacement of the status by an object without one changes nothing.",
  breaks: ["write.replacement-without-status-removes-it"],
  begin: () => ({
    answer: async (request, server) => {
      const body = bodyOf(request);
      const isBare = formatOf(request) === "put" && !isJsonObject(body["status"]);
      if (!isStatusWrite(request) || !isBare) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return server.send(withBody(request, { ...body, status: partOf(stored, "status") }));
    },
  }),
});
