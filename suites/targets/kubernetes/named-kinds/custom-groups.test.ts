import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { customGroups } from "./custom-groups.ts";

function service(group: string, managed?: string): JsonValue {
  const labels =
    managed === undefined ? {} : { "kube-aggregator.kubernetes.io/automanaged": managed };
  return { metadata: { name: `v1.${group}`, labels }, spec: { group, version: "v1" } };
}

it("are the groups whose versions all belong to custom resources", async () => {
  const items = [
    service("apps", "onstart"),
    service("example.com", "true"),
    service("mixed.io", "true"),
    service("mixed.io", "onstart"),
    service("metrics.k8s.io"),
  ];

  expect([...(await customGroups(() => Promise.resolve({ items })))]).toEqual(["example.com"]);
});

it("are unknown if the server has no aggregator", async () => {
  expect((await customGroups(() => Promise.reject(new Error("404")))).size).toBe(0);
});
