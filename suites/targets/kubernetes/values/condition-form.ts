import type { JsonValue } from "#contract";
import { listOf, nodeOf, textsOf } from "./schema-node.ts";
import type { ServedSchema } from "./served-schema.ts";

const members = ["type", "status", "reason", "message", "lastTransitionTime"] as const;
const states = ["True", "False", "Unknown"];

/** Minimum number of items that the list must allow, because checks write conditions of this many types. */
const fewest = 3;

/**
 * Finds the first difference between the schema of conditions and `metav1.Condition`. Undefined if there is none; the
 * rules of `metav1.Condition` then apply.
 */
export function lackedByConditions(
  schema: JsonValue | undefined,
  served: ServedSchema,
): string | undefined {
  const list = nodeOf(schema, served);
  const item = nodeOf(list.words["items"], served);
  const { maxItems } = list.words;
  if (typeof maxItems === "number" && maxItems < fewest) {
    return `the list has ${maxItems === 1 ? "only one item" : `at most ${maxItems} items`}`;
  }
  const of = (name: string): ReturnType<typeof nodeOf> => nodeOf(item.properties[name], served);
  const optional = members.find((name) => !item.required.has(name));
  if (optional !== undefined) return `${optional} is not required`;
  const choices = listOf(of("status").words["enum"]);
  if (choices.length !== states.length || !states.every((state) => choices.includes(state))) {
    return "status is not limited to True, False and Unknown";
  }
  for (const name of ["type", "reason"]) {
    const { words, patterns } = of(name);
    const isBounded = typeof words["maxLength"] === "number" && patterns.length > 0;
    if (!isBounded) return `${name} has no pattern or no maximum length`;
  }
  if (typeof of("message").words["maxLength"] !== "number") return "message has no maximum length";
  if (of("lastTransitionTime").words["format"] !== "date-time") {
    return "lastTransitionTime does not have the format date-time";
  }
  if (of("observedGeneration").words["minimum"] !== 0) {
    return "observedGeneration has no minimum of 0";
  }
  const keys = textsOf(list.words["x-kubernetes-list-map-keys"]);
  return keys.length === 1 && keys[0] === "type" ? undefined : "the list is not keyed by type";
}
