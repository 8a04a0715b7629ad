import type { Fault } from "../store/fault.ts";
import { defineFault } from "../store/fault.ts";
import { isOfCondition, overlooking } from "./fault-parts.ts";
import { counted, isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/** Maximum length in characters: an off-by-one error, one less than in Kubernetes. */
const characters = 32_767;

export const conditionFaults: readonly Fault[] = [
  defineFault({
    name: "condition-type-not-checked",
    summary: "Any string is accepted as the type of a condition.",
    breaks: ["conditions.type-is-a-qualified-name"],
    change: (rules) => ({
      validate: overlooking(
        rules,
        (cause) => cause.reason === "FieldValueInvalid" && isOfCondition("type", cause),
      ),
    }),
  }),
  defineFault({
    name: "condition-reason-not-checked",
    summary: "A condition is accepted with any reason, or without a reason.",
    breaks: ["conditions.reason-is-a-word"],
    change: (rules) => ({
      validate: overlooking(rules, (cause) => isOfCondition("reason", cause)),
    }),
  }),
  defineFault({
    name: "condition-message-unbounded",
    summary: "A condition message of any length is accepted.",
    breaks: ["conditions.message-is-bounded"],
    change: (rules) => ({
      validate: overlooking(rules, (cause) => isOfCondition("message", cause)),
    }),
  }),
  defineFault({
    name: "condition-time-optional",
    summary: "A condition without a last transition time is accepted.",
    breaks: ["conditions.transition-time-is-an-instant"],
    change: (rules) => ({
      validate: overlooking(
        rules,
        (cause) =>
          cause.reason === "FieldValueRequired" && isOfCondition("lastTransitionTime", cause),
      ),
    }),
  }),
  defineFault({
    name: "condition-generation-not-checked",
    summary: "A condition with a negative observed generation is accepted.",
    breaks: ["conditions.observed-generation-not-negative"],
    requires: ["status.conditions", "status.observedGeneration"],
    change: (rules) => ({
      validate: overlooking(rules, (cause) => isOfCondition("observedGeneration", cause)),
    }),
  }),
  defineFault({
    name: "condition-limits-too-tight",
    summary:
      "The maximum length of a condition message is one character shorter than in Kubernetes.",
    breaks: ["conditions.limits-are-within-bounds"],
    change: (rules) => ({
      validate: (request, stored, after) => {
        const conditions = after?.status?.["conditions"];
        const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
        const causes = rules.validate(request, stored, after);
        if (!list.some(isTooLong)) return causes;
        const field = "status.conditions";
        const message = `A message has more than ${counted(characters, "character")}.`;
        return [...causes, { reason: "FieldValueInvalid", field, message }];
      },
    }),
  }),
  defineFault({
    name: "conditions-stored-in-reverse",
    summary: "The conditions of a status are stored in the reverse order.",
    breaks: [
      "readiness.same-for-every-reader",
      "write.stores-submitted-status",
      "write.apply-works-for-every-kind",
      "kinds.status-outlives-its-separation",
      "allocation.answer-belongs-to-its-generation",
    ],
    mayBreak: ["write.merge-patch-keeps-unmentioned-members"],
    requires: ["status.conditions"],
    change: (rules) => ({
      updateStatus: (request, stored, status) => {
        const { conditions } = status;
        if (!isJsonList(conditions)) return rules.updateStatus(request, stored, status);
        return rules.updateStatus(request, stored, {
          ...status,
          conditions: conditions.toReversed(),
        });
      },
    }),
  }),
];

function isTooLong(condition: JsonValue): boolean {
  const message = isJsonObject(condition) ? condition["message"] : undefined;
  return typeof message === "string" && message.length > characters;
}
