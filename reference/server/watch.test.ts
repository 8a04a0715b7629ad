import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { at, connect, mutate, versionOf, watch } from "../testing/reference-client.ts";
import { create, events, listVersion, report } from "../testing/service-requests.ts";
import { startReference } from "./start-reference.ts";

describe("a watch", () => {
  it("delivers every change once, with the same object as the response", async () => {
    await using server = await startReference();
    const client = connect(server, "reader");
    await using stream = watch(
      client,
      events.typed(`(resourceVersion: "${await listVersion(server)}")`),
    );
    const created = await create(server, "web");
    const reported = await report(server, created, { observedGeneration: 1 });
    // This write changes nothing and causes no event, so the next event is the delete event.
    await report(server, reported, { observedGeneration: 1 });
    const input = { namespace: "default", name: "web" };
    const deleted = (await mutate(server, "author", { field: "deleteService", input })).value;

    for (const [type, value] of [
      ["ADDED", created],
      ["MODIFIED", reported],
      ["DELETED", deleted],
    ] as const) {
      expect(await stream.next()).toEqual({
        type,
        resourceVersion: versionOf(value),
        object: value,
      });
    }
    await client.dispose();
  });

  it("starts with the next change if it has no version", async () => {
    await using server = await startReference();
    await create(server, "before");
    const client = connect(server, "reader");
    await using stream = watch(client, events.typed());
    const next = stream.next();
    // A connection handles messages in order, so this response shows that the watch is open.
    await watch(client, "{ services { resourceVersion } }").next();
    await create(server, "after");

    expect(await next).toHaveProperty("object.metadata.name", "after");
    await client.dispose();
  });

  it("resumes after a version without lost or repeated events", async () => {
    await using server = await startReference();
    const versions = [];
    for (const name of ["a", "b", "c", "d"]) versions.push(versionOf(await create(server, name)));
    const client = connect(server, "reader");
    await using stream = watch(client, events.typed(`(resourceVersion: "${versions[1]}")`));
    versions.push(versionOf(await create(server, "e")));

    const seen = [await stream.next(), await stream.next(), await stream.next()];
    expect(seen.map((event) => at(event, "resourceVersion"))).toEqual(versions.slice(2));
    await client.dispose();
  });

  it("returns generic objects with boxed bodies", async () => {
    await using server = await startReference();
    const client = connect(server, "reader");
    const cursor = await listVersion(server);
    await using stream = watch(client, events.generic(`resourceVersion: "${cursor}"`));
    await create(server, "web", { spec: { type: "LoadBalancer" } });

    expect(await stream.next()).toMatchObject({
      type: "ADDED",
      object: { kind: "Service", spec: { type: "LoadBalancer" }, status: null },
    });
    await client.dispose();
  });

  it("delivers only its namespace and kind", async () => {
    await using server = await startReference();
    const client = connect(server, "reader");
    const cursor = await listVersion(server);
    await using stream = watch(
      client,
      events.typed(`(namespace: "here", resourceVersion: "${cursor}")`),
    );
    await create(server, "web", { namespace: "there" });
    const input = { namespace: "here", name: "web", spec: {} };
    await mutate(server, "author", { field: "createDeployment", input });
    await create(server, "web", { namespace: "here" });

    expect(await stream.next()).toMatchObject({
      object: { kind: "Service", metadata: { namespace: "here" } },
    });
    await client.dispose();
  });

  it("reports objects that start or stop matching as ADDED and DELETED", async () => {
    await using server = await startReference();
    const client = connect(server, "reader");
    const cursor = await listVersion(server);
    await using stream = watch(
      client,
      events.typed(`(selector: {tier: "web"}, resourceVersion: "${cursor}")`),
    );
    const plain = await create(server, "web");
    const relabel = async (before: JsonValue, labels: JsonObject): Promise<JsonValue> => {
      const input = {
        namespace: "default",
        name: "web",
        resourceVersion: versionOf(before),
        labels,
      };
      return (await mutate(server, "author", { field: "updateService", input })).value;
    };
    const entered = await relabel(plain, { tier: "web" });
    const changed = await report(server, entered, { observedGeneration: 1 });
    const left = await relabel(changed, { tier: "db" });

    expect(await stream.next()).toMatchObject({
      type: "ADDED",
      resourceVersion: versionOf(entered),
      object: entered,
    });
    expect(await stream.next()).toMatchObject({ type: "MODIFIED", object: changed });
    expect(await stream.next()).toMatchObject({
      type: "DELETED",
      resourceVersion: versionOf(left),
      object: { metadata: { labels: { tier: "web" }, resourceVersion: versionOf(left) } },
    });
    await client.dispose();
  });
});

describe("a version that cannot be resumed from", () => {
  it.each([
    { name: "is older than the server", cursor: () => "1", code: "EXPIRED" },
    {
      name: "was not issued yet",
      cursor: (newest: string) => String(Number(newest) + 5),
      code: "EXPIRED",
    },
    { name: "is foreign", cursor: () => "abc", code: "INVALID" },
    { name: "is empty", cursor: () => "", code: "INVALID" },
  ])("ends the watch if it $name", async ({ cursor, code }) => {
    await using server = await startReference();
    const client = connect(server, "reader");
    const query = events.typed(`(resourceVersion: "${cursor(await listVersion(server))}")`);

    await expect(watch(client, query).next()).rejects.toHaveProperty(
      "errors.0.extensions.code",
      code,
    );
    await client.dispose();
  });

  it("expires when the events after it do", async () => {
    await using server = await startReference({ retainedEvents: 2 });
    const versions = [];
    for (const name of ["a", "b", "c", "d"]) versions.push(versionOf(await create(server, name)));
    const client = connect(server, "reader");
    await using stream = watch(client, events.typed(`(resourceVersion: "${versions[1]}")`));

    expect(at(await stream.next(), "resourceVersion")).toBe(versions[2]);
    const expired = watch(client, events.typed(`(resourceVersion: "${versions[0]}")`));
    await expect(expired.next()).rejects.toHaveProperty("errors.0.extensions.code", "EXPIRED");
    await client.dispose();
  });
});
