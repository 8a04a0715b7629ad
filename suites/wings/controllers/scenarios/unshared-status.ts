import type { ControllerRequirementId, Feature } from "#contract";
import type { KindDescription } from "#harness";
import { conditionsIn } from "./condition-like.ts";

/** Returns the requirements that do not apply to a kind, because no other client can report in its status. */
export function unshared(
  { lacks = [], samples }: Pick<KindDescription, "lacks" | "samples">,
  features: readonly Feature[],
  rivalFields: readonly string[] = [],
): Partial<Readonly<Record<ControllerRequirementId, string>>> {
  const declares = features.includes("status.conditions") && !lacks.includes("status.conditions");
  const hasConditions = declares || samples.statuses.some((one) => conditionsIn(one).length > 0);
  if (hasConditions || rivalFields.length > 0) return {};
  return {
    "controller.foreign-fields-kept":
      "its status has no conditions, and --rival-field declares no field of another client",
  };
}
