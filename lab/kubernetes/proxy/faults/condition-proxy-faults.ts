import { bodyOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { answering, changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";
import { refusing } from "../api-reply.ts";
import { isJsonList, isJsonObject } from "#contract";

export const conditionProxyFaults: readonly ProxyFault[] = [
  {
    name: "conditions-not-validated",
    summary: "A status write with conditions is accepted, whatever they contain.",
    breaks: [
      "conditions.type-is-a-qualified-name",
      "conditions.status-is-three-valued",
      "conditions.reason-is-a-word",
      "conditions.message-is-bounded",
      "conditions.transition-time-is-an-instant",
      "conditions.observed-generation-not-negative",
    ],
    begin: changingReplies((reply, request, server) => {
      const isHit = isStatusWrite(request) && "conditions" in partOf(bodyOf(request), "status");
      return isHit && reply.status === 422 ? server.send(readingOf(request)) : reply;
    }),
  },
  {
    name: "long-conditions-refused",
    summary: "Conditions of more than a thousand characters are rejected.",
    breaks: ["conditions.limits-are-within-bounds"],
    begin: answering(async (request, server) => {
      const { conditions = [] } = partOf(bodyOf(request), "status");
      const isLong = JSON.stringify(conditions).length > 1_000;
      return isStatusWrite(request) && isLong
        ? refusing(422, "Invalid", "status.conditions is too long")
        : server.send(request);
    }),
  },
  {
    name: "transition-time-set-by-server",
    summary: "The last transition time is the time of the write.",
    breaks: ["conditions.transition-time-stored-as-sent"],
    begin: changingRequests((request) => {
      const body = bodyOf(request);
      const status = partOf(body, "status");
      const { conditions } = status;
      if (!isStatusWrite(request) || !isJsonList(conditions)) return request;
      const stamped = conditions.map((condition) =>
        isJsonObject(condition) && typeof condition["lastTransitionTime"] === "string"
          ? { ...condition, lastTransitionTime: "2001-01-01T00:00:00Z" }
          : condition,
      );
      return withBody(request, { ...body, status: { ...status, conditions: stamped } });
    }),
  },
];
