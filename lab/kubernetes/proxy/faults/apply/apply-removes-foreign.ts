import { contentOf, isGranted } from "../../api-reply.ts";
import {
  bodyOf,
  formatOf,
  isStatusWrite,
  isTrial,
  mergingInto,
  readingOf,
} from "../../api-request.ts";
import { defineProxyFault } from "../../proxy-fault.ts";
import { partOf } from "../../stored-object.ts";

/** An apply is a replacement with another name. */
export const applyRemovesForeign = defineProxyFault({
  name: "apply-removes-foreign",
  summary: "An apply of the status removes whatever it omits, whoever owns it.",
  breaks: ["apply.keeps-shared-fields"],
  begin: () => ({
    answer: async (request, server) => {
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      if (!isApply || isTrial(request)) return server.send(request);
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const reply = await server.send(request);
      const applied = partOf(bodyOf(request), "status");
      const omitted = Object.keys(stored).filter((member) => !(member in applied));
      if (!isGranted(reply) || omitted.length === 0) return reply;
      const status = Object.fromEntries(omitted.map((member) => [member, null]));
      return server.send(mergingInto(request, { status }, "status"));
    },
  }),
});
