import { bodyOf, isCreation, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

/** Validation of a status belongs to the subresource. */
export const plainStatusNotValidated = defineProxyFault({
  name: "plain-status-not-validated",
  summary: "A kind without a status subresource accepts any status, and drops what does not fit.",
  breaks: ["kinds.plain-status-is-validated"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isPlain = request.resource?.plural.startsWith("gadgets") === true;
      if (!isPlain || reply.status !== 422) return reply;
      return server.send(
        isCreation(request)
          ? withBody(request, without(bodyOf(request), "status"))
          : readingOf(request),
      );
    },
  }),
});
