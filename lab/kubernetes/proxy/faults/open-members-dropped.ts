import { isJsonObject } from "#contract";
import { bodyOf, isStatusWrite, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** What no schema names is dropped, also where the schema admits it. */
export const openMembersDropped = defineProxyFault({
  name: "open-members-dropped",
  summary: "A kind that admits any member drops those that are objects.",
  breaks: ["isolation.open-members-are-stored"],
  begin: changingRequests((request) => {
    const isOpen = request.resource?.plural.startsWith("widgetus") === true;
    if (!isStatusWrite(request) || !isOpen) return request;
    const body = bodyOf(request);
    const members = Object.entries(partOf(body, "status"));
    const status = Object.fromEntries(members.filter(([, value]) => !isJsonObject(value)));
    return withBody(request, { ...body, status });
  }),
});
