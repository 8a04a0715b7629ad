import type { JsonObject } from "#contract";
import type { Ask } from "../resources/administrator-rules.ts";
import { builtInKinds } from "./built-in-kinds.ts";
import { groupRoot, listedIn, resourcesOf, versionsOf } from "./discovery.ts";
import { describeResourceName } from "./resource-name.ts";

export interface StatusKind {
  readonly name: string;
  /** The path of the collection in the first version with a status subresource. */
  readonly path: string;
  /** Whether the kind belongs to Kubernetes itself, with rules in code rather than in a schema. */
  readonly isInternal: boolean;
}

/**
 * Resolves with the kinds of a server that have a status subresource in a served version, sorted by name. Skips group
 * versions whose discovery fails.
 */
export async function statusKinds(discover: Ask): Promise<readonly StatusKind[]> {
  const groups = listedIn(await discover({ method: "GET", path: "/apis", query: {} }), "groups");
  const named = groups.flatMap((group) => {
    const { name } = group;
    return typeof name === "string" ? [{ name, versions: versionsOf(group) }] : [];
  });
  const all = [{ name: "", versions: ["v1"] }, ...named];
  const found = await Promise.all(all.map((group) => kindsIn(group, discover)));
  return found.flat().toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

interface Group {
  readonly name: string;
  readonly versions: readonly string[];
}

async function kindsIn({ name: group, versions }: Group, ask: Ask): Promise<readonly StatusKind[]> {
  const kinds = new Map<string, StatusKind>();
  for (const version of versions) {
    const root = `${groupRoot(group)}/${version}`;
    const listed = await ask({ method: "GET", path: root, query: {} }).catch(() => undefined);
    for (const plural of resourcesOf(listed).flatMap(pluralWithStatus)) {
      const name = describeResourceName({ plural, group });
      if (kinds.has(name)) continue;
      const isInternal = isOfKubernetes(group) && !builtInKinds.has(name);
      kinds.set(name, { name, path: `${root}/${plural}`, isInternal });
    }
  }
  return [...kinds.values()];
}

function pluralWithStatus({ name }: JsonObject): readonly string[] {
  const plural = typeof name === "string" ? /^(?<plural>[^/]+)\/status$/u.exec(name) : null;
  return plural?.groups?.["plural"] === undefined ? [] : [plural.groups["plural"]];
}

/**
 * Whether kube-apiserver or kube-aggregator serves a group itself. Names without a dot are reserved for such groups.
 */
export function isOfKubernetes(group: string): boolean {
  return !group.includes(".") || ownGroups.has(group);
}

const ownGroups = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "internal.apiserver.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
  "storagemigration.k8s.io",
]);
