import { bodyOf, isCreation, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** A creation is an upsert. */
export const takenNameIsOverwritten = defineProxyFault({
  name: "taken-name-is-overwritten",
  summary: "A creation under a taken name is accepted.",
  breaks: ["errors.existing-name-already-exists"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isCreation(request) || reply.status !== 409) return reply;
      const path = `${request.path}/${metadataText(bodyOf(request), "name")}`;
      return server.send(readingOf({ ...request, path }));
    },
  }),
});
