import { counted } from "#contract";
import type { JsonObject, RequirementId } from "#contract";

export interface Defect {
  readonly requirement: RequirementId;
  readonly defect: string;
  /** Path inside the list of conditions: `[0].reason`. */
  readonly member: string;
  readonly conditions: readonly JsonObject[];
}

const threeValued = "conditions.status-is-three-valued";
const qualifiedName = "conditions.type-is-a-qualified-name";
const word = "conditions.reason-is-a-word";
const instant = "conditions.transition-time-is-an-instant";

export function defectsOf(valid: JsonObject): readonly Defect[] {
  return [
    wrong(threeValued, valid, { status: true }),
    wrong(threeValued, valid, { status: "true" }),
    without(qualifiedName, valid, "type"),
    wrong(qualifiedName, valid, { type: "not a name" }),
    without(word, valid, "reason"),
    wrong(word, valid, { reason: "" }),
    wrong(word, valid, { reason: "two words" }),
    wrong(word, valid, { reason: "R".repeat(maxReason + 1) }),
    wrong("conditions.message-is-bounded", valid, { message: "m".repeat(maxMessage + 1) }),
    without(instant, valid, "lastTransitionTime"),
    wrong(instant, valid, { lastTransitionTime: "yesterday" }),
    wrong("conditions.observed-generation-not-negative", valid, { observedGeneration: -1 }),
    {
      requirement: "errors.duplicate-condition-refused",
      defect: "the list contains the same type twice",
      member: "[1].type",
      conditions: [valid, { ...valid, reason: "Again" }],
    },
  ];
}

export function extremesOf(valid: JsonObject): readonly JsonObject[] {
  return [
    {
      ...valid,
      type: `conformance.example/${"T".repeat(63)}`,
      status: "Unknown",
      reason: "R".repeat(maxReason),
      message: "m".repeat(maxMessage),
      observedGeneration: 0,
    },
    { ...valid, type: "t", reason: "r", message: "", lastTransitionTime: "1985-04-12T23:20:50Z" },
    { ...valid, type: "Not.Camel-Case_1", reason: "not_camel_case:at,all_0" },
  ];
}

/** Maximum lengths in characters, from pkg/apis/meta/v1 of the Kubernetes API machinery. */
const maxReason = 1_024;
const maxMessage = 32_768;

function wrong(requirement: RequirementId, valid: JsonObject, members: JsonObject): Defect {
  const [member = ""] = Object.keys(members);
  const text = JSON.stringify(members[member]);
  const shown = text.length > 20 ? `a string with ${counted(text.length - 2, "character")}` : text;
  return {
    requirement,
    defect: `${member} is ${shown}`,
    member: `[0].${member}`,
    conditions: [{ ...valid, ...members }],
  };
}

function without(requirement: RequirementId, valid: JsonObject, member: string): Defect {
  const rest = Object.entries(valid).filter(([name]) => name !== member);
  return {
    requirement,
    defect: `${member} is missing`,
    member: `[0].${member}`,
    conditions: [Object.fromEntries(rest)],
  };
}
