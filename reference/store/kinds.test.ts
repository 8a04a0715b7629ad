import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { at, mutate, send, versionOf } from "../testing/reference-client.ts";

describe("kinds", () => {
  it("without a status have no status mutation, typed or generic", async () => {
    await using server = await startReference();
    const place = { namespace: "default", name: "settings" };
    const input = { ...place, spec: { data: { colour: "blue" } } };
    const created = await mutate(server, "author", { field: "createConfigMap", input });
    const status = {
      kind: "ConfigMap",
      ...place,
      resourceVersion: versionOf(created.value),
      status: {},
    };

    expect(created.errors).toEqual([]);
    expect(
      await mutate(server, "controller", { field: "updateResourceStatus", input: status }),
    ).toMatchObject({
      code: "INVALID",
      fields: ["kind"],
    });
    expect(
      (await mutate(server, "author", { field: "updateResourceStatus", input: status })).code,
    ).toBe("FORBIDDEN");
    expect(
      (await mutate(server, "controller", { field: "updateConfigMapStatus", input: {} })).code,
    ).toBe("INVALID");
  });

  it("without a namespace accept none", async () => {
    await using server = await startReference();
    const input = { name: "team-a", spec: { owner: "a" } };

    expect(
      (await mutate(server, "author", { field: "createNamespace", input })).value,
    ).toMatchObject({
      kind: "Namespace",
      metadata: { name: "team-a", namespace: null },
    });
    const generic = { kind: "Namespace", namespace: "x", name: "team-b", spec: {} };
    expect(
      await mutate(server, "author", { field: "createResource", input: generic }),
    ).toMatchObject({
      code: "INVALID",
      fields: ["metadata.namespace"],
    });
  });

  it("with a namespace require one", async () => {
    await using server = await startReference();
    const input = { kind: "Service", name: "web", spec: {} };

    expect(await mutate(server, "author", { field: "createResource", input })).toMatchObject({
      code: "INVALID",
      fields: ["metadata.namespace"],
    });
    const read = { query: '{ resource(kind: "Service", name: "web") { kind } }' };
    expect((await send(server, "reader", read)).fields).toEqual(["metadata.namespace"]);
  });

  it.each(["createResource", "updateResource", "updateResourceStatus", "deleteResource"])(
    "that are not served are rejected by %s, after authorization",
    async (field) => {
      await using server = await startReference();
      const input = {
        kind: "Nothing",
        namespace: "default",
        name: "x",
        resourceVersion: "1",
        spec: {},
        status: {},
      };

      expect((await mutate(server, "stranger", { field, input })).code).toBe("FORBIDDEN");
      const role = field === "updateResourceStatus" ? "controller" : "author";
      expect((await mutate(server, role, { field, input })).code).toBe("INVALID");
    },
  );

  it("reject invalid names and numbers out of range", async () => {
    await using server = await startReference();
    const input = {
      namespace: "default",
      name: "Not a name",
      spec: { ports: [{ port: 80 }, { port: 70_000 }] },
    };

    expect(await mutate(server, "author", { field: "createService", input })).toMatchObject({
      code: "INVALID",
      fields: ["metadata.name", "spec.ports[1].port"],
    });
  });
});

describe("lists", () => {
  it("contain the objects that namespace and labels select, with the version of the server", async () => {
    await using server = await startReference();
    let version = "";
    for (const [namespace, name, tier] of [
      ["a", "one", "web"],
      ["a", "two", "db"],
      ["b", "three", "web"],
    ]) {
      const input = {
        namespace: namespace ?? "",
        name: name ?? "",
        labels: { tier: tier ?? "" },
        spec: {},
      };
      version = versionOf(
        (await mutate(server, "author", { field: "createService", input })).value,
      );
    }
    const names = async (filter: string): Promise<unknown> => {
      const query = `{ services${filter} { resourceVersion items { metadata { name } } } }`;
      const { value } = await send(server, "reader", { query });
      expect(at(value, "resourceVersion")).toBe(version);
      return at(value, "items");
    };
    expect(await names("")).toEqual(named("one", "two", "three"));
    expect(await names('(namespace: "a")')).toEqual(named("one", "two"));
    expect(await names('(selector: {tier: "web"})')).toEqual(named("one", "three"));
    expect(await names('(namespace: "a", selector: {tier: "web"})')).toEqual(named("one"));
    expect(await names('(selector: {toString: "x"})')).toEqual(named());
  });
});

function named(...names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => ({ metadata: { name } }));
}
