import { referencePromises } from "#wings/controllers";
import type { ControllerBench, KindPromises, OwnedKind } from "#wings/controllers";
import type { JsonObject } from "#contract";
import { offlineRegion } from "#reference/controller";
import type { KindDescription, TargetDescription } from "#targets";

export const ownKinds: Required<Pick<ControllerBench, "promises" | "rivalFields" | "specs">> = {
  specs: {
    Service: [
      { type: "LoadBalancer", loadBalancerIP: "192.0.2.10", ports: [{ port: 80 }] },
      { type: "LoadBalancer", ports: [{ port: 53, protocol: "UDP" }] },
      { type: "ClusterIP", ports: [{ port: 80 }] },
      { type: "LoadBalancer", loadBalancerIP: "198.51.100.1" },
      // Equals the second spec, except for a port that does not affect the address.
      { type: "LoadBalancer", ports: [{ port: 54, protocol: "UDP" }] },
    ],
    Deployment: [
      { replicas: 3, image: "registry.example/web:1" },
      { replicas: 5, image: "registry.example/web:2" },
      { replicas: 8, paused: true },
      { replicas: 0, paused: true },
      // Without a number of replicas and without a tag, which a controller may be tempted to add.
      { image: "registry.example/web" },
    ],
    Bucket: [
      { instance: "instance-a", region: "north", quotaMebibytes: 512 },
      { instance: "instance-b", region: "south", quotaMebibytes: 1024 },
      { instance: "instance-c", region: "west", quotaMebibytes: 2048 },
      { instance: "instance-d", region: offlineRegion },
    ],
  },
  rivalFields: { Bucket: ["usedObjects"] },
  promises: referencePromises,
};

export function promisesWith(
  owned: Readonly<Record<string, readonly OwnedKind[]>>,
  promises: Readonly<Record<string, KindPromises>>,
): Readonly<Record<string, KindPromises>> {
  const added = Object.entries(owned).map(
    ([kind, one]) => [kind, { ...promises[kind], owned: one }] as const,
  );
  return { ...promises, ...Object.fromEntries(added) };
}

/** Replaces the names of resources, such as `configmaps`, by the names of their kinds. */
export function withKindNames(
  {
    kinds,
    relatedKinds = [],
  }: Pick<TargetDescription, "relatedKinds"> & {
    readonly kinds: readonly Pick<KindDescription, "name" | "resource">[];
  },
  owned: Readonly<Record<string, readonly OwnedKind[]>>,
): Readonly<Record<string, readonly OwnedKind[]>> {
  const all = [...kinds, ...relatedKinds];
  const nameOf = (text: string): string => {
    const found = all.find(({ name, resource }) => name === text || isResource(text, resource));
    return found?.name ?? text;
  };
  return Object.fromEntries(
    Object.entries(owned).map(
      ([owner, list]) =>
        [nameOf(owner), list.map(({ kind, label }) => ({ kind: nameOf(kind), label }))] as const,
    ),
  );
}

function isResource(text: string, resource: KindDescription["resource"]): boolean {
  if (resource === undefined) return false;
  const { group, plural } = resource;
  return text === (group === "" ? plural : `${plural}.${group}`);
}

/** The kinds of the owned objects that have a status. */
export function ownedKindsIn(
  { kinds }: Pick<TargetDescription, "kinds">,
  owned: Readonly<Record<string, readonly OwnedKind[]>>,
): NonNullable<ControllerBench["ownedKinds"]> {
  const names = new Set(
    Object.values(owned)
      .flat()
      .map(({ kind }) => kind),
  );
  return kinds.filter(
    ({ name, operations }) => names.has(name) && operations.updateStatus.length > 0,
  );
}

const widgets: readonly JsonObject[] = [
  { size: 2, color: "red", address: "198.51.100.10" },
  { size: 4, color: "green", address: "198.51.100.20" },
  { size: 6, color: "", address: "198.51.100.30" },
  { size: 1, color: "blue", address: "198.51.100.40" },
];

const widgetPromises: KindPromises = {
  acknowledgements: [{ spec: ["address"], status: ["allocatedAddress"] }],
  allocations: [["allocatedAddress"]],
};

export const broughtKinds: typeof ownKinds = {
  specs: { Widget: widgets, WidgetD: widgets, WidgetU: widgets },
  rivalFields: { Widget: ["token"], WidgetD: ["token"], WidgetU: ["token"] },
  promises: { Widget: widgetPromises, WidgetD: widgetPromises, WidgetU: widgetPromises },
};

/** Number of events that the reference server retains. Small, so that events expire while a controller is down. */
export const retainedEvents = 30;
