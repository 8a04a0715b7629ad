import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { customGroups, nearPattern } from "./choose-kinds.ts";

const names = ["axles.example.com", "gears.example.com", "routes.gateway.example.org"];

it.each([
  ["*.exmaple.com", ["axles.example.com", "gears.example.com"]],
  ["gaers*", ["gears.example.com"]],
  ["gear.*", ["gears.example.com"]],
  ["gears.exmple.*", ["gears.example.com"]],
  ["*.gatway.example.org", ["routes.gateway.example.org"]],
  ["*.unknown.test", []],
  ["*", []],
])("suggests for %s the kinds %j", (pattern, near) => {
  expect(nearPattern(pattern, names)).toEqual(near);
});

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
