import { refusing } from "../api-reply.ts";
import { isStatusWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The handlers of a new kind come one by one, that of its status last. */
export const newKindRefusesStatuses = defineProxyFault({
  name: "new-kind-refuses-statuses",
  summary: "The status of a kind that was just defined is not served at first.",
  breaks: ["kinds.served-once-defined"],
  hasOwnKinds: true,
  begin: () => {
    const tried = new Set<string>();
    return {
      answer: (request, server) => {
        const { plural = "" } = request.resource ?? {};
        const isEarly = plural.startsWith("trial") && isStatusWrite(request) && !tried.has(plural);
        if (!isEarly) return server.send(request);
        tried.add(plural);
        const message = "the server could not find the requested resource";
        return Promise.resolve(refusing(404, "NotFound", message));
      },
    };
  },
});
