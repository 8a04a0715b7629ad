import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { askCluster, deleteFromCluster, replaceInCluster } from "../../kubernetes/administrator.ts";
import type { Answered } from "../../kubernetes/administrator.ts";
import type { Cluster } from "../../kubernetes/cluster.ts";
import type { RandomDefinition } from "./random-definition.ts";

const name = "witness";

/**
 * Writes the values that come with a definition, in order. Resolves with the first rejection, which shows an error of
 * the generator.
 */
export async function tryValues(
  cluster: Cluster,
  definition: RandomDefinition,
): Promise<string | undefined> {
  const collection = collectionOf(definition);
  const { kind, group, version, bodies, statuses } = definition;
  const head = { apiVersion: `${group}/${version}`, kind, metadata: { name } };
  const made = await askCluster(cluster, collection, { ...head, ...bodies[0] });
  if (made.status !== 201) return refusal("spec 0", made);
  const path = `${collection}/${name}`;
  const change = async (part: JsonObject, end = ""): Promise<Answered> => {
    const { text } = await askCluster(cluster, path);
    return await replaceInCluster(cluster, `${path}${end}`, { ...objectIn(text), ...part });
  };
  try {
    for (const index of [1, 2, 0] as const) {
      const reply = await change(bodies[index]);
      if (reply.status !== 200) return refusal(`spec ${index}`, reply);
    }
    if (!definition.hasStatus) return undefined;
    for (const index of [0, 1, 2, 0] as const) {
      const reply = await change({ status: statuses[index] }, "/status");
      if (reply.status !== 200) return refusal(`status ${index}`, reply);
    }
    return undefined;
  } finally {
    await deleteFromCluster(cluster, path);
  }
}

function collectionOf({ group, version, plural, isNamespaced }: RandomDefinition): string {
  return `/apis/${group}/${version}${isNamespaced ? "/namespaces/default" : ""}/${plural}`;
}

function refusal(what: string, { text }: Answered): string {
  const { message } = objectIn(text);
  return `${what}: ${typeof message === "string" ? message : text.slice(0, 200)}`;
}

function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
