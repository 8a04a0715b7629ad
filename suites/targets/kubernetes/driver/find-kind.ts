import { TargetUnreachable } from "../../port/target.ts";
import { readResourceName } from "../named-kinds/resource-name.ts";
import { findResource } from "../named-kinds/served-resource.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import type { RestKind } from "../resources/rest-kind.ts";

/**
 * Finds a kind in discovery: its name, its scope, and whether it has a status subresource. The run has no values to
 * write for it.
 *
 * @throws TargetUnreachable if the server does not serve the kind.
 */
export async function findKind(
  text: string,
  ask: Ask,
  option: "--kind" | "--owned" = "--kind",
): Promise<RestKind> {
  const name = readResourceName(text);
  if (name === undefined) {
    throw new TargetUnreachable(`${option} ${text} is not the name of a kind`, {
      fix: `Pass ${option} a name that \`kubectl api-resources -o name\` prints, for example deployments.apps.`,
    });
  }
  const resource = await findResource(name, ask);
  return {
    ...resource,
    name: resource.literal,
    namespaces: [],
    samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
    isRuntime: false,
    body: "spec",
  };
}
