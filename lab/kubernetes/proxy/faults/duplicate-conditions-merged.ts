import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { bodyOf, isStatusWrite, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { isItems, partOf } from "../stored-object.ts";

/** The last condition of a type wins. */
export const duplicateConditionsMerged = defineProxyFault({
  name: "duplicate-conditions-merged",
  summary: "Of two conditions of one type in a status write the last is stored.",
  breaks: ["errors.duplicate-condition-refused"],
  begin: changingRequests((request) => {
    const body = bodyOf(request);
    const status = partOf(body, "status");
    const { conditions } = status;
    if (!isStatusWrite(request) || !isItems(conditions)) return request;
    const byType = new Map(conditions.map((condition) => [typeIn(condition), condition]));
    return withBody(request, { ...body, status: { ...status, conditions: [...byType.values()] } });
  }),
});

function typeIn(condition: JsonValue): JsonValue {
  return isJsonObject(condition) ? (condition["type"] ?? null) : null;
}
