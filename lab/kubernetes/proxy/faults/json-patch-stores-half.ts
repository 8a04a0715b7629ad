import { asAdministrator, isStatusWrite, isTrial, patchOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** Operations are stored one by one, until one fails. */
export const jsonPatchStoresHalf = defineProxyFault({
  name: "json-patch-stores-half",
  summary: "Of a JSON patch of the status that fails the operations before the failure are stored.",
  breaks: ["write.json-patch-is-all-or-nothing", "isolation.refused-write-changes-nothing"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const operations = patchOf(request);
      const isHit = isStatusWrite(request) && reply.status === 422 && operations.length > 1;
      if (!isHit || isTrial(request)) return reply;
      await server.send(withBody(asAdministrator(request), operations.slice(0, -1)));
      return reply;
    },
  }),
});
