import {
  asAdministrator,
  bodyOf,
  formatOf,
  isStatusWrite,
  isTrial,
  objectPath,
} from "../../api-request.ts";
import { defineProxyFault } from "../../proxy-fault.ts";
import { withoutMetadata } from "../../stored-object.ts";

/** An apply says what there is to be, so it is made. */
export const applyCreates = defineProxyFault({
  name: "apply-creates",
  summary: "An apply to the status of a missing object creates the object.",
  breaks: ["write.apply-never-creates"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      if (!isApply || isTrial(request) || reply.status !== 404) return reply;
      const { headers, ...rest } = asAdministrator(request);
      const path = objectPath(request);
      return server.send({
        ...rest,
        method: "POST",
        path: path.slice(0, path.lastIndexOf("/")),
        query: {},
        headers: { ...headers, "content-type": "application/json" },
        text: JSON.stringify(withoutMetadata(bodyOf(request), "resourceVersion")),
      });
    },
  }),
});
