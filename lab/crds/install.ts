import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject } from "#contract";
import { askCluster } from "../kubernetes/administrator.ts";
import type { Cluster } from "../kubernetes/cluster.ts";
import type { Definition } from "./read-definitions.ts";

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Time limit for the server to serve a new kind, in milliseconds. Installing many kinds at once takes minutes. */
const servedMs = 1_200_000;

const pollMs = 200;

/**
 * Creates a definition and waits until its kind is served. Resolves with an error message, or with undefined on
 * success.
 */
export async function install(
  cluster: Cluster,
  { object, name }: Definition,
): Promise<string | undefined> {
  const { status, text } = await askCluster(cluster, collection, object);
  if (status !== 201) return `the API server rejects the definition: ${messageIn(text)}`;
  const untilMs = performance.now() + servedMs;
  while (performance.now() < untilMs) {
    const found = await askCluster(cluster, `${collection}/${name}`);
    if (isEstablished(found.text)) return undefined;
    await pause(pollMs);
  }
  return "the API server does not serve the kind";
}

function isEstablished(text: string): boolean {
  const { status } = membersOf(text);
  const conditions: unknown = isJsonObject(status) ? status["conditions"] : undefined;
  return (
    Array.isArray(conditions) &&
    conditions.some(
      (one: unknown) =>
        isJsonObject(one) && one["type"] === "Established" && one["status"] === "True",
    )
  );
}

function messageIn(text: string): string {
  const { message } = membersOf(text);
  return typeof message === "string" ? message : text.slice(0, 200);
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
