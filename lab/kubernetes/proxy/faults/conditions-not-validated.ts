import { bodyOf, isStatusWrite, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** Conditions are a list of anything. */
export const conditionsNotValidated = defineProxyFault({
  name: "conditions-not-validated",
  summary: "A status write with conditions is accepted, whatever is in them.",
  breaks: [
    "conditions.type-is-a-qualified-name",
    "conditions.status-is-three-valued",
    "conditions.reason-is-a-word",
    "conditions.message-is-bounded",
    "conditions.transition-time-is-an-instant",
    "conditions.observed-generation-not-negative",
  ],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isHit = isStatusWrite(request) && "conditions" in partOf(bodyOf(request), "status");
      return isHit && reply.status === 422 ? server.send(readingOf(request)) : reply;
    },
  }),
});
