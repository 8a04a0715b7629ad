import { isJsonObject } from "#contract";
import { refusing } from "../api-reply.ts";
import { formatOf, isStatusWrite, patchOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** Half of the operations were enough for the first caller. */
export const jsonPatchMovesRefused = defineProxyFault({
  name: "json-patch-moves-refused",
  summary: "A JSON patch that moves or copies is refused as invalid.",
  breaks: ["write.json-patch-supports-every-operation"],
  begin: () => ({
    answer: async (request, server) => {
      const isPatch = isStatusWrite(request) && formatOf(request) === "json";
      const isRefused = patchOf(request).some(
        (one) => isJsonObject(one) && (one["op"] === "move" || one["op"] === "copy"),
      );
      return isPatch && isRefused
        ? refusing(422, "Invalid", "the operation is not known")
        : server.send(request);
    },
  }),
});
