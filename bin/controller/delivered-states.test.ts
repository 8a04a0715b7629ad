import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { deliveredStates } from "./delivered-states.ts";

function item(name: string, resourceVersion: string): JsonObject {
  return {
    kind: "Foo",
    metadata: { name, resourceVersion, ownerReferences: [{ kind: "Bar", name: "owner" }] },
    status: { conditions: [{ type: "Ready", message: "about web" }] },
  };
}

it("separates the items of a list from each other and from the list", () => {
  const list = {
    kind: "FooList",
    metadata: { resourceVersion: "9" },
    items: [item("web", "7"), item("api", "8")],
  };
  const states = deliveredStates(list, ["name"]);
  const [whole] = states;

  expect(whole).toEqual({
    kind: "FooList",
    texts: ["FooList", "9"],
    names: [],
    version: "9",
    isListed: false,
  });
  expect(states.filter(({ texts }) => texts.includes("web"))).toEqual([
    { kind: "Foo", texts: ["Foo", "web", "7"], names: ["web"], version: "7", isListed: true },
  ]);
  expect(states.filter(({ texts }) => texts.includes("owner"))).toHaveLength(2);
});

it("names the object of a part, and not the objects that it mentions", () => {
  const pod = item("web-1", "7");
  const labelled = { ...pod, metadata: { name: "web-1", labels: { app: "web", name: "web" } } };

  expect(deliveredStates({ type: "DELETED", object: labelled }, ["name"])[0]?.names).toEqual([
    "web-1",
  ]);
});

it("keeps versions of any name and type as texts", () => {
  const message = { data: { kilnChanged: { type: "DELETED", kiln: { id: "k1", rev: 12 } } } };

  expect(deliveredStates(message, ["name"])).toEqual([
    { texts: ["DELETED", "k1", "12"], names: [], isListed: false },
  ]);
});

it("does not follow lists without end", () => {
  const nested = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);

  expect(deliveredStates({ nested }, ["name"]).length).toBeLessThan(10);
});
