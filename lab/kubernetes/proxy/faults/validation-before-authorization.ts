import { asAdministrator, isStatusWrite, withQuery } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The body is read before it is asked whose it is. */
export const validationBeforeAuthorization = defineProxyFault({
  name: "validation-before-authorization",
  summary: "A denied status write is told what is wrong with its content.",
  breaks: ["authorization.before-version-and-validation"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (reply.status !== 403 || !isStatusWrite(request)) return reply;
      const tried = await server.send(withQuery(asAdministrator(request), { dryRun: "All" }));
      return tried.status === 409 || tried.status === 422 ? tried : reply;
    },
  }),
});
