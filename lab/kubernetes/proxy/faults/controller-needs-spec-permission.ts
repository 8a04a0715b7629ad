import { refusing } from "../api-reply.ts";
import { isStatusWrite, roleOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** A part is authorized like the whole. */
export const controllerNeedsSpecPermission = defineProxyFault({
  name: "controller-needs-spec-permission",
  summary: "Nobody may write a status without permission on the object.",
  breaks: ["authorization.controller-needs-no-spec-permission"],
  begin: () => ({
    answer: async (request, server) =>
      roleOf(request) === "controller" && isStatusWrite(request)
        ? refusing(403, "Forbidden", "the object cannot be updated")
        : server.send(request),
  }),
});
