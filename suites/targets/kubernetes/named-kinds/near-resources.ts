import type { JsonObject } from "#contract";
import { nearest } from "../../port/nearest.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import { groupRoot, listedIn, resourcesOf, textsIn, versionsOf } from "./discovery.ts";
import { describeResourceName } from "./resource-name.ts";
import type { ResourceName } from "./resource-name.ts";

const maxSuggested = 5;

/**
 * Suggests kinds for a name that the server does not serve. Kinds with the same name in another group, or as a singular
 * or short name, come first. Names that differ in a few letters follow. Never rejects.
 */
export async function nearResources(name: ResourceName, ask: Ask): Promise<readonly string[]> {
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
  const groups = listedIn(await ask({ method: "GET", path: "/apis", query: {} }), "groups");
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
