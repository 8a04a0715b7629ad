import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { listedIn } from "./discovery.ts";

/** The media type of aggregated discovery: one document that describes all groups, versions and resources. */
export const aggregatedDiscovery =
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

export function isAggregated(document: JsonValue | undefined): boolean {
  return isJsonObject(document) && document["kind"] === "APIGroupDiscoveryList";
}

/** Whether a path is that of a discovery document: of all groups, of a group, or of a group version. */
export function isDiscoveryPath(path: string): boolean {
  return /^\/(?:api(?:\/[^/]+)?|apis(?:\/[^/]+){0,2})$/u.test(path);
}

/** Returns the root of the discovery API that a document belongs to: the core group, or all others. */
export function discoveryRootOf(path: string): "/api" | "/apis" {
  return /^\/apis(?:\/|$)/u.test(path) ? "/apis" : "/api";
}

/**
 * Converts an aggregated document to the document at a path, as servers without aggregated discovery return it.
 * Undefined if the server has no such group or version.
 */
export function documentAt(path: string, aggregated: JsonValue): JsonObject | undefined {
  const [root, ...steps] = path.slice(1).split("/");
  const groups = listedIn(aggregated, "items");
  if (root === "apis" && steps.length === 0) return { groups: groups.map(groupOf) };
  const [name, version] = root === "api" ? ["", ...steps] : steps;
  const group = groups.find((one) => nameOf(one) === name);
  if (group === undefined) return undefined;
  if (version === undefined) return groupOf(group);
  const found = listedIn(group, "versions").find((one) => one["version"] === version);
  return found === undefined
    ? undefined
    : { resources: listedIn(found, "resources").flatMap(resourcesOf) };
}

function nameOf({ metadata }: JsonObject): string {
  const name = isJsonObject(metadata) ? metadata["name"] : undefined;
  return typeof name === "string" ? name : "";
}

/** The first version is the preferred one. */
function groupOf(group: JsonObject): JsonObject {
  const versions = listedIn(group, "versions").map(({ version = "" }) => ({ version }));
  const [preferredVersion] = versions;
  return {
    name: nameOf(group),
    versions,
    ...(preferredVersion === undefined ? {} : { preferredVersion }),
  };
}

function resourcesOf(resource: JsonObject): readonly JsonObject[] {
  const { resource: name = "", scope } = resource;
  const namespaced = scope !== "Cluster";
  const own = { ...kindOf(resource), name, namespaced };
  const inner = listedIn(resource, "subresources").map((one) => ({
    ...kindOf(one),
    name: `${textOf(name)}/${textOf(one["subresource"])}`,
    namespaced,
  }));
  return [own, ...inner];
}

function kindOf({ responseKind, verbs = [] }: JsonObject): JsonObject {
  const kind = isJsonObject(responseKind) ? responseKind["kind"] : undefined;
  return { ...(kind === undefined ? {} : { kind }), verbs };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
