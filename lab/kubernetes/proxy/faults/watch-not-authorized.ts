import { asAdministrator, isList } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** Streams pass by the authorization, and so does the list that only asks where to start. */
export const watchNotAuthorized = defineProxyFault({
  name: "watch-not-authorized",
  summary: "Whoever is known may watch.",
  breaks: ["authorization.watch-is-authorized"],
  begin: () => ({
    watching: asAdministrator,
    answer: (request, server) =>
      server.send(
        isList(request) && request.query["limit"] === "1" ? asAdministrator(request) : request,
      ),
  }),
});
