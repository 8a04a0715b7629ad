import { refusing } from "../api-reply.ts";
import { bodyOf, isStatusWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** A stricter server than was said. */
export const foreignMembersRefused = defineProxyFault({
  name: "foreign-members-refused",
  summary: "A status write that carries a spec or labels is refused.",
  breaks: [
    "isolation.spec-in-status-write-is-ignored",
    "isolation.metadata-in-status-write-is-ignored",
    "isolation.echoed-object-is-accepted",
  ],
  begin: () => ({
    answer: (request, server) => {
      const body = bodyOf(request);
      const isForeign = "spec" in body || "labels" in partOf(body, "metadata");
      return isStatusWrite(request) && isForeign
        ? Promise.resolve(refusing(422, "Invalid", "Forbidden: this is a write of status"))
        : server.send(request);
    },
  }),
});
