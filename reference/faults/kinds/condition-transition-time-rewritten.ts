import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The server knows better when a condition changed: not while its status is what it was. */
export const conditionTransitionTimeRewritten = defineFault({
  name: "condition-transition-time-rewritten",
  summary: "A condition whose status stays keeps its stored time, whatever time is sent.",
  breaks: ["conditions.transition-time-stored-as-sent", "conditions.transition-time-is-an-instant"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const old = stored.status?.["conditions"];
      const sent = status["conditions"];
      if (!Array.isArray(old) || !Array.isArray(sent)) {
        return rules.updateStatus(request, stored, status);
      }
      const conditions = sent.map((condition) => withStoredTime(condition, old));
      return rules.updateStatus(request, stored, { ...status, conditions });
    },
  }),
});

function withStoredTime(condition: JsonValue, old: readonly JsonValue[]): JsonValue {
  if (!isJsonObject(condition)) return condition;
  const before = old.find(
    (each) =>
      isJsonObject(each) &&
      each["type"] === condition["type"] &&
      each["status"] === condition["status"],
  );
  const lastTransitionTime = isJsonObject(before) ? before["lastTransitionTime"] : undefined;
  return lastTransitionTime === undefined ? condition : { ...condition, lastTransitionTime };
}
