import { isJsonObject } from "#contract";
import { contentOf, isGranted } from "../api-reply.ts";
import { bodyOf, isCreation, mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** A creation stores what it is given. */
export const createdWithStatus = defineProxyFault({
  name: "created-with-status",
  summary: "A status in a creation is stored.",
  breaks: ["isolation.create-never-stores-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { status } = bodyOf(request);
      if (!isCreation(request) || !isJsonObject(status) || !isGranted(reply)) return reply;
      const path = `${request.path}/${metadataText(contentOf(reply), "name")}`;
      const merged = await server.send(mergingInto({ ...request, path }, { status }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});
