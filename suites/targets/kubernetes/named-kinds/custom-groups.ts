import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Ask } from "../resources/administrator-rules.ts";
import { listedIn } from "./discovery.ts";

/** The label by which kube-aggregator marks the services that it manages: `true` for those of custom resources. */
const managedLabel = "kube-aggregator.kubernetes.io/automanaged";

/**
 * Resolves with the API groups that contain only custom resources. The set is empty if the groups cannot be determined.
 */
export async function customGroups(ask: Ask): Promise<ReadonlySet<unknown>> {
  const path = "/apis/apiregistration.k8s.io/v1/apiservices";
  const listed = await ask({ method: "GET", path, query: {} }).catch(() => undefined);
  const services = listedIn(listed, "items").map(serviceIn);
  const others = new Set(services.filter(({ isCustom }) => !isCustom).map(({ group }) => group));
  return new Set(services.map(({ group }) => group).filter((group) => !others.has(group)));
}

function serviceIn({ metadata, spec }: JsonObject): {
  readonly group: unknown;
  readonly isCustom: boolean;
} {
  const labels = isJsonObject(metadata) ? metadata["labels"] : undefined;
  return {
    group: isJsonObject(spec) ? spec["group"] : undefined,
    isCustom: isJsonObject(labels) && labels[managedLabel] === "true",
  };
}
