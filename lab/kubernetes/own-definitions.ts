import { setTimeout as pause } from "node:timers/promises";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { askCluster, deleteFromCluster } from "./administrator.ts";
import type { Cluster } from "./cluster.ts";

/** Built-in kinds, for which the suite knows valid values, and two custom kinds, whose schemas it reads. */
export const namedKinds = [
  "deployments.apps",
  "replicasets.apps",
  "statefulsets.apps",
  "daemonsets.apps",
  "gears.example.com",
  "axles.example.com",
] as const;

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["teeth", "axle"],
      properties: {
        teeth: { type: "integer", minimum: 8 },
        material: { type: "string" },
        axle: {
          type: "object",
          required: ["length"],
          properties: { length: { type: "integer" } },
        },
      },
    },
    status: {
      type: "object",
      properties: {
        observedGeneration: { type: "integer", format: "int64", minimum: 0 },
        phase: { type: "string", enum: ["Still", "Turning", "Broken"] },
        since: { type: "string", format: "date-time" },
      },
    },
  },
};

function definitionOf(kind: string, version: string): object {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind, listKind: `${kind}List`, plural, singular },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  };
}

/** The group prefers `v1`, which contains only gears. */
const ownKinds = [
  { kind: "Gear", version: "v1" },
  { kind: "Axle", version: "v1beta1" },
] as const;

/** Time limit for the publication of a kind's schema, in milliseconds. */
const publishedMs = 60_000;

const pollMs = 100;

export async function defineOwnKinds(cluster: Cluster): Promise<void> {
  for (const { kind, version } of ownKinds) {
    const { status, text } = await askCluster(
      cluster,
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      definitionOf(kind, version),
    );
    if (status !== 201) throw new Error(`a kind could not be defined: HTTP ${status} ${text}`);
  }
  const untilMs = performance.now() + publishedMs;
  for (const { kind, version } of ownKinds) await published(cluster, { kind, version, untilMs });
}

/**
 * Deletes a kind. Resolves when it is gone. If objects of the kind have finalizers, resolves with their number when no
 * other objects are left: the kind is then terminating.
 *
 * @throws Error if neither is the case after a minute.
 */
export async function removeKind(
  cluster: Cluster,
  { name, objects }: { readonly name: string; readonly objects: string },
): Promise<number> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
  await deleteFromCluster(cluster, path);
  const untilMs = performance.now() + publishedMs;
  while (performance.now() < untilMs) {
    if ((await askCluster(cluster, path)).status === 404) return 0;
    const left = itemsIn((await askCluster(cluster, objects)).text);
    if (left.length > 0 && left.every((object) => isHeld(object))) return left.length;
    await pause(pollMs);
  }
  throw new Error(`${name} was not deleted`);
}

/** The items of a list. Empty if the kind is gone, so that the response is not a list. */
function itemsIn(text: string): readonly JsonValue[] {
  const list: unknown = JSON.parse(text);
  return isJsonObject(list) && isJsonList(list["items"]) ? list["items"] : [];
}

function isHeld(object: JsonValue): boolean {
  const metadata = isJsonObject(object) ? object["metadata"] : undefined;
  return isJsonObject(metadata) && isJsonList(metadata["finalizers"]);
}

async function published(
  cluster: Cluster,
  {
    kind,
    version,
    untilMs,
  }: { readonly kind: string; readonly version: string; readonly untilMs: number },
): Promise<void> {
  while (performance.now() < untilMs) {
    const found = await askCluster(cluster, `/openapi/v3/apis/example.com/${version}`);
    if (found.status === 200 && found.text.includes(`"${kind}"`)) return;
    await pause(pollMs);
  }
  throw new Error(`the schema of ${kind} was not published`);
}
