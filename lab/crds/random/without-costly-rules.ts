import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * A rule that an error message names: the path from the schema of a version to the node, and the index in the node's
 * list of rules.
 */
interface CostlyRule {
  readonly path: readonly string[];
  readonly index: number;
}

/**
 * Removes the rules that the API server rejects as too costly. The cost of a rule depends on the whole schema. Returns
 * undefined if the error message names no rule.
 */
export function withoutCostlyRules(
  definition: JsonObject,
  refusal: string,
): JsonObject | undefined {
  const named = [...refusal.matchAll(costly)].map(ruleOf);
  if (named.length === 0) return undefined;
  const { spec } = definition;
  const versions = isJsonObject(spec) && Array.isArray(spec["versions"]) ? spec["versions"] : [];
  // All versions have the same rules, but the error message may name only one of them.
  const changed = versions.map((version) =>
    named
      .toSorted((left, right) => right.index - left.index)
      .reduce(
        (schema, { path, index }) =>
          changedAt(schema, ["schema", "openAPIV3Schema", ...path], (node) =>
            withoutRule(node, index),
          ),
        version,
      ),
  );
  return { ...definition, spec: { ...(isJsonObject(spec) ? spec : {}), versions: changed } };
}

const costly =
  /openAPIV3Schema(?<path>\S*?)\.?x-kubernetes-validations\[(?<index>\d+)\]\.rule: Forbidden: estimated rule cost/gu;

function ruleOf({ groups: { path = "", index = "" } = {} }: RegExpMatchArray): CostlyRule {
  // `.properties[status].items`: a name in brackets may contain dots.
  const steps = [...path.matchAll(/\.(\w+)|\[([^\]]+)\]/gu)];
  return { path: steps.map(([, word, name]) => word ?? name ?? ""), index: Number(index) };
}

function withoutRule(node: JsonObject, index: number): JsonObject {
  const { "x-kubernetes-validations": rules, ...rest } = node;
  const kept = Array.isArray(rules) ? rules.filter((_, at) => at !== index) : [];
  return kept.length === 0 ? rest : { ...rest, "x-kubernetes-validations": kept };
}

function changedAt(
  value: JsonValue,
  [step, ...rest]: readonly string[],
  change: (node: JsonObject) => JsonObject,
): JsonValue {
  if (!isJsonObject(value)) return value;
  if (step === undefined) return change(value);
  const inner = value[step];
  return inner === undefined ? value : { ...value, [step]: changedAt(inner, rest, change) };
}
