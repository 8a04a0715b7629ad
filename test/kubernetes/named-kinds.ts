import { setTimeout as pause } from "node:timers/promises";
import { askCluster } from "./administrator.ts";
import type { Cluster } from "./cluster.ts";

/** Built-in kinds of which the suite knows what to write, and one of a user's own, of which it has the schema. */
export const namedKinds = [
  "deployments.apps",
  "replicasets.apps",
  "statefulsets.apps",
  "daemonsets.apps",
  "gears.example.com",
] as const;

const gear = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "gears.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Gear", listKind: "GearList", plural: "gears", singular: "gear" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
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
          },
        },
      },
    ],
  },
};

/** How long the API server may take to publish the schema of a kind, in milliseconds. */
const publishedMs = 60_000;

/** Between two looks, in milliseconds. */
const pollMs = 100;

/** Defines the kind of a user's own, and waits until its schema is published. */
export async function defineGear(cluster: Cluster): Promise<void> {
  const { status, text } = await askCluster(
    cluster,
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    gear,
  );
  if (status !== 201) throw new Error(`a kind could not be defined: HTTP ${status} ${text}`);
  const untilMs = performance.now() + publishedMs;
  while (performance.now() < untilMs) {
    const schema = await askCluster(cluster, "/openapi/v3/apis/example.com/v1");
    if (schema.status === 200 && schema.text.includes('"Gear"')) return;
    await pause(pollMs);
  }
  throw new Error("the schema of a kind was not published");
}
