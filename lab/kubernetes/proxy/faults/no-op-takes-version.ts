import type { JsonObject } from "#contract";
import { contentOf, isGranted } from "../api-reply.ts";
import { bodyOf, isStatusWrite, isTrial, withBody, withQuery } from "../api-request.ts";
import type { ApiRequest } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** Every accepted write is stored, also what is the same as before. */
export const noOpTakesVersion = defineProxyFault({
  name: "no-op-takes-version",
  summary: "A replacement of the status that changes nothing gives the object a new version.",
  breaks: ["concurrency.no-op-keeps-version"],
  begin: () => {
    let count = 0;
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        const isNoOp =
          isGranted(reply) &&
          isStatusWrite(request) &&
          !isTrial(request) &&
          metadataText(contentOf(reply), "resourceVersion") ===
            metadataText(bodyOf(request), "resourceVersion");
        if (!isNoOp) return reply;
        count += 1;
        return server.send(newManager(request, contentOf(reply), `proxy-${count}`));
      },
    };
  },
});

/** An apply that changes nothing but who manages what: the least that takes a version. */
function newManager(request: ApiRequest, stored: JsonObject, fieldManager: string): ApiRequest {
  const { apiVersion = "", kind = "", status = {} } = stored;
  const metadata = { name: metadataText(stored, "name") };
  const headers = { ...request.headers, "content-type": "application/apply-patch+yaml" };
  const apply = { ...request, method: "PATCH", headers };
  return withQuery(withBody(apply, { apiVersion, kind, metadata, status }), {
    fieldManager,
    force: "true",
  });
}
