import { bodyOf, formatOf, isCreation, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

/** A status is dropped from what authors write, also where nobody else could write it. */
export const plainStatusDropped = defineProxyFault({
  name: "plain-status-dropped",
  summary: "A kind without a status subresource drops the status from creations and updates.",
  breaks: ["kinds.plain-status-is-stored"],
  begin: changingRequests((request) => {
    const isPlain = request.resource?.plural.startsWith("gadgets") === true;
    const isWrite = isCreation(request) || formatOf(request) === "put";
    return isPlain && isWrite ? withBody(request, without(bodyOf(request), "status")) : request;
  }),
});
