import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { TargetUnreachable } from "../../target.ts";
import type { Ask } from "../administrator-rules.ts";
import { describeResourceName } from "./resource-name.ts";
import type { ResourceName } from "./resource-name.ts";

/** How an API server serves a kind, as its discovery says. */
export interface ServedResource {
  /** What the server calls the kind, in `kind`. */
  readonly literal: string;
  readonly plural: string;
  readonly group: string;
  readonly version: string;
  readonly scope: "namespaced" | "cluster";
  readonly hasStatus: boolean;
}

/**
 * Looks a kind up in the discovery of the server.
 *
 * @throws TargetUnreachable where it is not served, or cannot be created, read, replaced and deleted.
 */
export async function findResource(name: ResourceName, ask: Ask): Promise<ServedResource> {
  const version = name.version ?? (await preferredVersion(name, ask));
  const root = name.group === "" ? "/api" : `/apis/${name.group}`;
  const listed = await ask({ method: "GET", path: `${root}/${version}`, query: {} });
  const resources = resourcesIn(listed);
  const found = resources.find((resource) => resource["name"] === name.plural);
  const literal = found?.["kind"];
  if (found === undefined || typeof literal !== "string") throw notServed(name);
  const verbs = textsIn(found["verbs"]);
  const missing = neededVerbs.filter((verb) => !verbs.includes(verb));
  if (missing.length > 0) {
    throw new TargetUnreachable(
      `the API server offers no ${missing.join(", ")} of ${describeResourceName(name)}`,
      { mend: "Name a kind whose objects are stored, with --kind." },
    );
  }
  return {
    literal,
    plural: name.plural,
    group: name.group,
    version,
    scope: found["namespaced"] === false ? "cluster" : "namespaced",
    hasStatus: resources.some((resource) => resource["name"] === `${name.plural}/status`),
  };
}

const neededVerbs = ["create", "get", "list", "watch", "update", "patch", "delete"] as const;

async function preferredVersion(name: ResourceName, ask: Ask): Promise<string> {
  if (name.group === "") return "v1";
  const group = await ask({ method: "GET", path: `/apis/${name.group}`, query: {} });
  const preferred = isJsonObject(group) ? group["preferredVersion"] : undefined;
  const version = isJsonObject(preferred) ? preferred["version"] : undefined;
  if (typeof version === "string") return version;
  throw notServed(name);
}

function notServed(name: ResourceName): TargetUnreachable {
  const version = name.version === undefined ? "" : ` in ${name.version}`;
  const what = `the API server does not serve ${describeResourceName(name)}${version}`;
  return new TargetUnreachable(what, {
    mend: "Write --kind as `kubectl api-resources -o name` lists it, for instance deployments.apps.",
  });
}

function resourcesIn(listed: JsonValue | undefined): readonly JsonObject[] {
  const resources: unknown = isJsonObject(listed) ? listed["resources"] : undefined;
  return Array.isArray(resources) ? resources.filter((one: unknown) => isJsonObject(one)) : [];
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  const list: unknown = value;
  return Array.isArray(list) ? list.filter((one: unknown) => typeof one === "string") : [];
}
