import type { JsonObject } from "#contract";
import { canonicalConditions, invalidInEveryKind } from "../../samples/canonical-conditions.ts";
import type { KindSamples } from "../../port/target.ts";

/** A field of every status that accepts any number. */
const counter = "observedGeneration";

/** Samples of the canonical kinds, keyed by kind name. Addresses are from ranges reserved for documentation. */
export const canonicalSamples = {
  Service: serviceSamples(),
  Deployment: deploymentSamples(),
  Bucket: bucketSamples(),
  Namespace: namespaceSamples(),
  ConfigMap: configMapSamples(),
} as const satisfies Record<string, KindSamples>;

function serviceSamples(): KindSamples {
  const web = { name: "http", port: 80, protocol: "TCP" };
  const dns = { name: "dns", port: 53, protocol: "UDP" };
  const sync = { name: "sync", port: 9899, protocol: "SCTP" };
  const first = { ip: "192.0.2.10", hostname: "a.example" };
  const second = { ip: "192.0.2.20", hostname: "b.example" };
  const third = { ip: "192.0.2.30", hostname: "c.example" };
  const status: JsonObject = {
    loadBalancer: { ingress: [first] },
    observedGeneration: 1,
    conditions: canonicalConditions.pending,
  };
  return {
    specs: [
      { type: "LoadBalancer", loadBalancerIP: "192.0.2.10", ports: [web] },
      { type: "ClusterIP", loadBalancerIP: "192.0.2.20", ports: [dns] },
      { type: "NodePort", loadBalancerIP: "192.0.2.30", ports: [web, sync] },
    ],
    statuses: [
      status,
      {
        loadBalancer: { ingress: [second] },
        observedGeneration: 2,
        conditions: canonicalConditions.ready,
      },
      {
        loadBalancer: { ingress: [third, first] },
        observedGeneration: 3,
        conditions: canonicalConditions.failed,
      },
    ],
    counter,
    invalidStatuses: [
      {
        status: { ...status, loadBalancer: "192.0.2.10" },
        field: "status.loadBalancer",
        defect: "a string instead of an object",
      },
      ...invalidInEveryKind(status),
    ],
  };
}

function deploymentSamples(): KindSamples {
  const status: JsonObject = {
    replicas: 3,
    updatedReplicas: 2,
    readyReplicas: 1,
    availableReplicas: 0,
    observedGeneration: 1,
    conditions: canonicalConditions.pending,
  };
  return {
    specs: [
      { replicas: 3, paused: false, image: "registry.example/web:1" },
      { replicas: 5, paused: true, image: "registry.example/web:2" },
      { replicas: 8, image: "registry.example/web:3" },
    ],
    statuses: [
      status,
      {
        replicas: 5,
        updatedReplicas: 4,
        readyReplicas: 3,
        availableReplicas: 2,
        observedGeneration: 2,
        conditions: canonicalConditions.ready,
      },
      {
        replicas: 8,
        updatedReplicas: 7,
        readyReplicas: 6,
        availableReplicas: 5,
        observedGeneration: 3,
        conditions: canonicalConditions.failed,
      },
    ],
    counter,
    invalidStatuses: [
      {
        status: { ...status, replicas: -1 },
        field: "status.replicas",
        defect: "a negative count",
      },
      {
        status: { ...status, readyReplicas: "many" },
        field: "status.readyReplicas",
        defect: "a string instead of an integer",
      },
      ...invalidInEveryKind(status),
    ],
  };
}

function bucketSamples(): KindSamples {
  const status: JsonObject = {
    instance: "instance-a",
    phase: "Pending",
    usedObjects: 0,
    observedGeneration: 1,
    conditions: canonicalConditions.pending,
  };
  return {
    specs: [
      { instance: "instance-a", region: "north", quotaMebibytes: 512 },
      { instance: "instance-b", region: "south", quotaMebibytes: 1024 },
      { instance: "instance-c", region: "west", quotaMebibytes: 2048 },
    ],
    statuses: [
      status,
      {
        instance: "instance-b",
        phase: "Ready",
        usedObjects: 20,
        observedGeneration: 2,
        conditions: canonicalConditions.ready,
      },
      {
        instance: "instance-c",
        phase: "Failed",
        usedObjects: 300,
        observedGeneration: 3,
        conditions: canonicalConditions.failed,
      },
    ],
    counter,
    invalidStatuses: [
      {
        status: { ...status, usedObjects: -1 },
        field: "status.usedObjects",
        defect: "a negative count",
      },
      {
        status: { ...status, phase: "Melted" },
        field: "status.phase",
        defect: "a value that is not in the enum",
      },
      ...invalidInEveryKind(status),
    ],
  };
}

function namespaceSamples(): KindSamples {
  const { pending, ready, failed } = canonicalConditions;
  const status: JsonObject = { phase: "Active", observedGeneration: 1, conditions: pending };
  return {
    specs: [
      { owner: "team-a", costCenter: "1001" },
      { owner: "team-b", costCenter: "1002" },
      { owner: "team-c", costCenter: "1003" },
    ],
    statuses: [
      status,
      { phase: "Suspended", observedGeneration: 2, conditions: ready },
      { phase: "Terminating", observedGeneration: 3, conditions: failed },
    ],
    counter,
    invalidStatuses: [
      {
        status: { ...status, phase: "Frozen" },
        field: "status.phase",
        defect: "a value that is not in the enum",
      },
      ...invalidInEveryKind(status),
    ],
  };
}

function configMapSamples(): KindSamples {
  return {
    specs: [{ data: { color: "red" } }, { data: { color: "green" } }, { data: { shape: "round" } }],
    statuses: [],
    counter,
    invalidStatuses: [],
  };
}
