import { isGranted } from "../../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, isTrial, mergingInto } from "../../api-request.ts";
import { defineProxyFault } from "../../proxy-fault.ts";
import { partOf } from "../../stored-object.ts";

/** A list without a key is one value. */
export const conditionsAreAtomic = defineProxyFault({
  name: "conditions-are-atomic",
  summary: "Applied conditions replace those of all managers.",
  breaks: ["apply.conditions-merge-by-type"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { conditions } = partOf(bodyOf(request), "status");
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      const isHit = isApply && isGranted(reply) && !isTrial(request);
      if (!isHit || conditions === undefined) return reply;
      return server.send(mergingInto(request, { status: { conditions } }, "status"));
    },
  }),
});
