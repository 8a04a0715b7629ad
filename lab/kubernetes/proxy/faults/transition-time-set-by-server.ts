import { isJsonObject } from "#contract";
import { bodyOf, isStatusWrite, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { isItems, partOf } from "../stored-object.ts";

/** The server's clock is the better one. */
export const transitionTimeSetByServer = defineProxyFault({
  name: "transition-time-set-by-server",
  summary: "The time of the last transition is that of the write.",
  breaks: ["conditions.transition-time-stored-as-sent"],
  begin: changingRequests((request) => {
    const body = bodyOf(request);
    const status = partOf(body, "status");
    const { conditions } = status;
    if (!isStatusWrite(request) || !isItems(conditions)) return request;
    const stamped = conditions.map((condition) =>
      isJsonObject(condition) && typeof condition["lastTransitionTime"] === "string"
        ? { ...condition, lastTransitionTime: "2001-01-01T00:00:00Z" }
        : condition,
    );
    return withBody(request, { ...body, status: { ...status, conditions: stamped } });
  }),
});
