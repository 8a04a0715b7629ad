import { refusing } from "../../api-reply.ts";
import { formatOf, isStatusWrite } from "../../api-request.ts";
import { defineProxyFault } from "../../proxy-fault.ts";

/** Applying needs a schema of the right shape. */
export const applyRefusedForOneKind = defineProxyFault({
  name: "apply-refused-for-one-kind",
  summary: "A kind whose status has a default takes no apply of it.",
  breaks: ["write.apply-works-for-every-kind"],
  begin: () => ({
    answer: async (request, server) => {
      const isDefaulted = request.resource?.plural.startsWith("widgetds") === true;
      return isDefaulted && isStatusWrite(request) && formatOf(request) === "apply"
        ? refusing(415, "UnsupportedMediaType", "apply is not supported for this kind")
        : server.send(request);
    },
  }),
});
