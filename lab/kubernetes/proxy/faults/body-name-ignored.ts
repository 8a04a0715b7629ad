import { bodyOf, isStatusWrite, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** The address is believed, the name in the body is not looked at. */
export const bodyNameIgnored = defineProxyFault({
  name: "body-name-ignored",
  summary: "A status write whose body names another object is taken as if it named the right one.",
  breaks: ["errors.body-matches-address"],
  begin: changingRequests((request) => {
    const { resource } = request;
    const body = bodyOf(request);
    if (!isStatusWrite(request) || metadataText(body, "name") === "") return request;
    const name = resource?.name ?? "";
    const place = resource?.namespace === undefined ? {} : { namespace: resource.namespace };
    return withBody(request, withMetadata(body, { name, ...place }));
  }),
});
