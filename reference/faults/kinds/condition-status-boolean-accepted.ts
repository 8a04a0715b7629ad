import { isJsonObject, jsonEquals } from "#contract";
import type { JsonValue } from "#contract";
import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";
import { overlooking } from "../shared/overlooking.ts";

/** A client library that writes true for "True" is helped out. */
export const conditionStatusBooleanAccepted = defineFault({
  name: "condition-status-boolean-accepted",
  summary: "A boxed condition whose status is true or false is accepted.",
  breaks: ["conditions.status-is-three-valued"],
  change: (rules) => ({
    validate: overlooking(rules, ({ field = "" }, request) => isBooleanStatus(request, field)),
    updateStatus: (request, stored, status) => {
      const sent = request.content.submitted["conditions"];
      const conditions = Array.isArray(sent) ? sent.map(worded) : [];
      const hasBooleans = Array.isArray(sent) && !jsonEquals(sent, conditions);
      return rules.updateStatus(request, stored, hasBooleans ? { ...status, conditions } : status);
    },
  }),
});

function isBooleanStatus({ content }: WriteRequest, field: string): boolean {
  const index = /^status\.conditions\[(\d+)\]\.status$/.exec(field)?.[1];
  const conditions = content.submitted["conditions"];
  const condition = Array.isArray(conditions) ? conditions[Number(index)] : undefined;
  return isJsonObject(condition) && typeof condition["status"] === "boolean";
}

function worded(condition: JsonValue): JsonValue {
  if (!isJsonObject(condition)) return condition;
  const { status } = condition;
  return typeof status === "boolean"
    ? { ...condition, status: status ? "True" : "False" }
    : condition;
}
