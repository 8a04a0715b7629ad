import { jsonEquals } from "#contract";
import { contentOf, refusing } from "../api-reply.ts";
import { bodyOf, isSpecWrite, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The author is told that the status is not theirs, also where it has not changed much. */
export const statusInSpecWriteRefused = defineProxyFault({
  name: "status-in-spec-write-refused",
  summary:
    "A replacement of the object that carries another status than the stored one is refused.",
  breaks: ["isolation.status-in-spec-write-is-ignored"],
  begin: () => ({
    answer: async (request, server) => {
      const { status } = bodyOf(request);
      if (!isSpecWrite(request) || status === undefined) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return jsonEquals(status, stored["status"])
        ? server.send(request)
        : refusing(422, "Invalid", "status: Forbidden: this is no write of status");
    },
  }),
});
