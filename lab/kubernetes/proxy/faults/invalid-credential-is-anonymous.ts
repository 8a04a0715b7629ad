import { withoutHeaders } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** A token that nobody knows is thrown away, and the request goes on without it. */
export const invalidCredentialIsAnonymous = defineProxyFault({
  name: "invalid-credential-is-anonymous",
  summary: "A credential that was never issued is taken for none.",
  breaks: ["authorization.invalid-credential-refused"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (reply.status !== 401) return reply;
      return server.send(withoutHeaders(request, ["authorization"]));
    },
  }),
});
