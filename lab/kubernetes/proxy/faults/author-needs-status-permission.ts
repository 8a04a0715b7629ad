import { refusing } from "../api-reply.ts";
import { isSpecWrite, roleOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** An object is whole: who writes it needs all permissions on it. */
export const authorNeedsStatusPermission = defineProxyFault({
  name: "author-needs-status-permission",
  summary: "The author may not update objects without permission on their status.",
  breaks: ["authorization.author-needs-no-status-permission"],
  begin: () => ({
    answer: async (request, server) =>
      roleOf(request) === "author" && isSpecWrite(request)
        ? refusing(403, "Forbidden", "the status of the object cannot be updated")
        : server.send(request),
  }),
});
