import { asRole } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** Without a credential there is nothing to check. */
export const anonymousReads = defineProxyFault({
  name: "anonymous-reads",
  summary: "Requests without a credential are served as those of a reader.",
  breaks: ["authorization.anonymous-is-a-stranger"],
  begin: () => ({
    answer: (request, server) => {
      if (request.headers["authorization"] !== undefined) return server.send(request);
      const headers = { ...request.headers, authorization: server.administrator };
      return server.send(asRole({ ...request, headers }, "reader"));
    },
  }),
});
