import { contentOf, refusing } from "../../api-reply.ts";
import { formatOf, isStatusWrite, readingOf } from "../../api-request.ts";
import { defineProxyFault } from "../../proxy-fault.ts";
import { statusManagers } from "../../stored-object.ts";

/** What has an owner is left alone by everybody else. */
export const ownershipIsBinding = defineProxyFault({
  name: "ownership-is-binding",
  summary: "A status write of any form but apply is refused where another manager has written.",
  breaks: ["apply.other-writes-never-conflict", "allocation.ownership-is-advisory"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) === "apply") return server.send(request);
      const manager = request.query["fieldManager"];
      const stored = contentOf(await server.send(readingOf(request)));
      const isOwned = statusManagers(stored).some(
        (entry) =>
          entry["manager"] !== manager && (manager !== undefined || entry["operation"] === "Apply"),
      );
      return isOwned
        ? refusing(409, "Conflict", "the fields belong to another manager")
        : server.send(request);
    },
  }),
});
