import type { JsonObject } from "#contract";
import { nearest } from "../../port/nearest.ts";
import { TargetUnreachable } from "../../port/target.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import { groupRoot, listedIn, resourcesOf, textsIn, versionsOf } from "./discovery.ts";
import { describeResourceName } from "./resource-name.ts";
import type { ResourceName } from "./resource-name.ts";

/** A kind that cannot be tested. Other kinds of the same server may be testable. */
export class KindRefused extends TargetUnreachable {}

export interface ServedResource {
  /** The kind's name on the server: the value of `kind`. */
  readonly literal: string;
  readonly plural: string;
  readonly group: string;
  readonly version: string;
  readonly scope: "namespaced" | "cluster";
  readonly hasStatus: boolean;
  /** Whether the scale subresource can be replaced and patched. False by default. */
  readonly hasScale?: true;
  /** Verbs without which a kind can be tested in part, and that the server does not list. None by default. */
  readonly lackedVerbs?: readonly OptionalVerb[];
}

const optionalVerbs = ["patch", "watch"] as const;

export type OptionalVerb = (typeof optionalVerbs)[number];

/**
 * Finds a kind in discovery: in the named version, otherwise in every served version of the group, the preferred one
 * first.
 *
 * @throws TargetUnreachable if the kind is not served, or the server does not list one of the needed verbs. By default,
 * these are the verbs that create, read, replace and delete objects.
 */
export async function findResource(
  name: ResourceName,
  ask: Ask,
  neededVerbs: readonly string[] = testingVerbs,
): Promise<ServedResource> {
  const found = await firstWith(name, await versionsFor(name, ask), ask);
  if (found === undefined) throw await notServed(name, ask);
  const { version, resources, resource, literal } = found;
  const verbs = textsIn(resource["verbs"]);
  const missing = neededVerbs.filter((verb) => !verbs.includes(verb));
  if (missing.length > 0) {
    throw new KindRefused(
      `the API server does not support ${missing.join(", ")} for ${describeResourceName(name)}`,
      { fix: "Use --kind to select a kind whose objects are stored." },
    );
  }
  const lackedVerbs = optionalVerbs.filter((verb) => !verbs.includes(verb));
  return {
    literal,
    plural: name.plural,
    group: name.group,
    version,
    scope: resource["namespaced"] === false ? "cluster" : "namespaced",
    hasStatus: resources.some((one) => one["name"] === `${name.plural}/status`),
    ...(isScalable(name.plural, resources) ? { hasScale: true as const } : {}),
    ...(lackedVerbs.length === 0 ? {} : { lackedVerbs }),
  };
}

function isScalable(plural: string, resources: readonly JsonObject[]): boolean {
  const verbs = textsIn(resources.find(({ name }) => name === `${plural}/scale`)?.["verbs"]);
  return ["get", "update", "patch"].every((verb) => verbs.includes(verb));
}

const testingVerbs = ["create", "get", "list", "update", "delete"] as const;

/** An API server lists no verbs that create or change objects for a kind that is being deleted. */
export const removalVerbs = ["get", "delete"] as const;

async function versionsFor(name: ResourceName, ask: Ask): Promise<readonly string[]> {
  return name.version === undefined ? servedVersions(name, ask) : [name.version];
}

async function servedVersions({ group }: ResourceName, ask: Ask): Promise<readonly string[]> {
  if (group === "") return ["v1"];
  const versions = versionsOf(await ask({ method: "GET", path: groupRoot(group), query: {} }));
  if (versions.length > 0) return versions;
  // Small servers describe their groups only in the list of all groups.
  return versionsOf((await groupsOf(ask)).find(({ name }) => name === group));
}

async function groupsOf(ask: Ask): Promise<readonly JsonObject[]> {
  return listedIn(await ask({ method: "GET", path: "/apis", query: {} }), "groups");
}

interface Found {
  readonly version: string;
  readonly resources: readonly JsonObject[];
  readonly resource: JsonObject;
  readonly literal: string;
}

async function firstWith(
  { plural, group }: ResourceName,
  versions: readonly string[],
  ask: Ask,
): Promise<Found | undefined> {
  for (const version of versions) {
    const path = `${groupRoot(group)}/${version}`;
    const resources = resourcesOf(await ask({ method: "GET", path, query: {} }));
    const resource = resources.find(({ name }) => name === plural);
    const literal = resource?.["kind"];
    if (resource !== undefined && typeof literal === "string") {
      return { version, resources, resource, literal };
    }
  }
  return undefined;
}

export class KindNotServed extends KindRefused {}

async function notServed(name: ResourceName, ask: Ask): Promise<KindNotServed> {
  const version = name.version === undefined ? "" : ` in ${name.version}`;
  const what = `the API server does not serve ${describeResourceName(name)}${version}`;
  const elsewhere = name.version === undefined ? [] : await versionsWith(name, ask);
  if (elsewhere.length > 0) {
    const fix = `The API server serves it in ${elsewhere.join(", ")}: specify one of these, or omit the version.`;
    return new KindNotServed(what, { fix });
  }
  const near = await nearResources(name, ask);
  return new KindNotServed(what, { fix: near.length === 0 ? usual : didYouMean(near) });
}

const usual =
  "Pass --kind a name that `kubectl api-resources -o name` prints, for example deployments.apps.";

async function versionsWith(name: ResourceName, ask: Ask): Promise<readonly string[]> {
  const versions = await servedVersions(name, ask);
  const found = await Promise.all(versions.map((version) => firstWith(name, [version], ask)));
  return versions.filter((_version, at) => found[at] !== undefined);
}

function didYouMean(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
  return `Did you mean ${list}? \`kubectl api-resources -o name\` lists every kind.`;
}

const maxSuggested = 5;

/**
 * Suggests kinds for a name that the server does not serve. Kinds with the same name in another group, or as a singular
 * or short name, come first. Names that differ in a few letters follow. Never rejects.
 */
async function nearResources(name: ResourceName, ask: Ask): Promise<readonly string[]> {
  const kinds = await servedKinds(ask).catch(() => []);
  const alike = kinds.filter(({ words }) => words.includes(name.plural)).map(({ text }) => text);
  // Compares only the names of kinds, because full names in a long group share nearly all letters.
  const isLike = ({ words }: ServedKind): boolean => nearest(name.plural, words, 1).length > 0;
  const texts = kinds.filter(isLike).map(({ text }) => text);
  const near = nearest(describeResourceName(name), texts, maxSuggested);
  return [...new Set([...alike, ...near])].slice(0, maxSuggested);
}

interface ServedKind {
  /** The name with the group, as kubectl lists the kind. */
  readonly text: string;
  readonly words: readonly string[];
}

async function servedKinds(ask: Ask): Promise<readonly ServedKind[]> {
  const groups = await groupsOf(ask);
  const core = kindsOf("", "v1", ask);
  const others = groups.flatMap((group) => {
    const { name } = group;
    return typeof name === "string"
      ? versionsOf(group).map((version) => kindsOf(name, version, ask))
      : [];
  });
  return (await Promise.all([core, ...others])).flat();
}

/** Resolves with the kinds of a group version. Empty if its server is unavailable. */
async function kindsOf(group: string, version: string, ask: Ask): Promise<readonly ServedKind[]> {
  const path = `${groupRoot(group)}/${version}`;
  const listed = await ask({ method: "GET", path, query: {} }).catch(() => undefined);
  return resourcesOf(listed).flatMap((resource) => kindOf(resource, group));
}

function kindOf(resource: JsonObject, group: string): readonly ServedKind[] {
  const { name: plural, singularName, shortNames } = resource;
  if (typeof plural !== "string" || plural.includes("/")) return [];
  const singular = typeof singularName === "string" ? [singularName] : [];
  const words = [plural, ...singular, ...textsIn(shortNames)];
  return [{ text: describeResourceName({ plural, group }), words }];
}
