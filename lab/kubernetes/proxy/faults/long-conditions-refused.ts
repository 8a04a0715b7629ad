import { refusing } from "../api-reply.ts";
import { bodyOf, isStatusWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** A column has its width. */
export const longConditionsRefused = defineProxyFault({
  name: "long-conditions-refused",
  summary: "Conditions of more than a thousand characters are refused.",
  breaks: ["conditions.limits-are-within-bounds"],
  begin: () => ({
    answer: async (request, server) => {
      const { conditions = [] } = partOf(bodyOf(request), "status");
      const isLong = JSON.stringify(conditions).length > 1_000;
      return isStatusWrite(request) && isLong
        ? refusing(422, "Invalid", "status.conditions is too long")
        : server.send(request);
    },
  }),
});
