import { contentOf, isGranted } from "../api-reply.ts";
import { formatOf, isSpecWrite, isTrial, mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** A replacement of the object replaces all of it. */
export const statusForgottenOnSpecWrite = defineProxyFault({
  name: "status-forgotten-on-spec-write",
  summary: "A replacement of the object removes its status.",
  breaks: ["isolation.spec-write-never-changes-status", "allocation.survives-other-writes"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isReplacement = isSpecWrite(request) && formatOf(request) === "put";
      const isHit = isReplacement && !isTrial(request) && isGranted(reply);
      if (!isHit || contentOf(reply)["status"] === undefined) return reply;
      const merged = await server.send(mergingInto(request, { status: null }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});
