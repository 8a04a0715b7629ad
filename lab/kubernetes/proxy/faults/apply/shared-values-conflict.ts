import { contentOf, refusing } from "../../api-reply.ts";
import { formatOf, isStatusWrite, readingOf } from "../../api-request.ts";
import { defineProxyFault } from "../../proxy-fault.ts";
import { statusManagers } from "../../stored-object.ts";

/** A field has one owner. */
export const sharedValuesConflict = defineProxyFault({
  name: "shared-values-conflict",
  summary: "An apply of the status conflicts with every other manager, whatever the values are.",
  breaks: ["apply.equal-values-are-shared"],
  begin: () => ({
    answer: async (request, server) => {
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      const { fieldManager, force } = request.query;
      if (!isApply || force === "true") return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return statusManagers(stored).some(({ manager }) => manager !== fieldManager)
        ? refusing(409, "Conflict", "the fields belong to another manager")
        : server.send(request);
    },
  }),
});
