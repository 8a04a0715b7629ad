import { describe, expect, it } from "vitest";
import { connect, mutate, send, versionOf, watch } from "../testing/reference-client.ts";
import { startReference } from "./start-reference.ts";

const list = { query: "{ services { resourceVersion } }" };

describe("startReference", () => {
  it("rejects with the original error if the port is in use", async () => {
    await using server = await startReference();
    const port = Number(new URL(server.url).port);

    await expect(startReference({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("closes open connections immediately", async () => {
    const server = await startReference();
    const client = connect(server, "reader");
    const events = watch(client, "subscription { watchServices { type } }");
    const next = events.next().catch((error: unknown) => error);
    // The watch and the list use the same connection, so the response to the list shows that the server has received
    // the subscription.
    await watch(client, "{ services { resourceVersion } }").next();
    await server[Symbol.asyncDispose]();

    expect(await next).toMatchObject({ type: "close", wasClean: false });
    await expect(send(server, "reader", list)).rejects.toThrow();
    await client.dispose();
  });

  it.each([
    ["controller", "createConfigMap", undefined],
    ["controller", "createDeployment", "FORBIDDEN"],
    ["reader", "createConfigMap", "FORBIDDEN"],
  ] as const)(
    "answers %s, which sends %s, with %s if controllers own config maps",
    async (role, field, code) => {
      await using server = await startReference({ owned: ["ConfigMap"] });
      const input = { namespace: "default", name: "web", spec: {} };

      expect((await mutate(server, role, { field, input })).code).toBe(code);
    },
  );

  it.each([
    ["controller", "Bucket", undefined],
    ["controller", "Deployment", "FORBIDDEN"],
    ["reader", "Bucket", "FORBIDDEN"],
  ] as const)(
    "answers %s, which updates a %s, with %s if controllers update buckets",
    async (role, kind, code) => {
      await using server = await startReference({ updated: ["Bucket"] });
      const place = { namespace: "default", name: "web" };
      const created = await mutate(server, "author", {
        field: `create${kind}`,
        input: { ...place, spec: {} },
      });
      const resourceVersion = versionOf(created.value);
      const input = { ...place, resourceVersion, finalizers: ["a.example/own"] };

      expect((await mutate(server, role, { field: `update${kind}`, input })).code).toBe(code);
    },
  );

  it("uses the clock for creation times", async () => {
    const now = new Date("2020-02-02T02:02:02Z");
    await using server = await startReference({ clock: () => now });
    const input = { namespace: "default", name: "web", spec: {} };

    expect(await mutate(server, "author", { field: "createService", input })).toHaveProperty(
      "value.metadata.creationTimestamp",
      "2020-02-02T02:02:02.000Z",
    );
  });

  it("delays responses on request", async () => {
    await using server = await startReference({ replyDelayMs: 60 });
    const start = performance.now();
    await send(server, "reader", list);
    await send(server, "anonymous", list);

    expect(performance.now() - start).toBeGreaterThanOrEqual(115);
  });

  it("shares nothing between two servers", async () => {
    await using one = await startReference();
    await using other = await startReference();
    const input = { namespace: "default", name: "web", spec: {} };
    const created = await mutate(one, "author", { field: "createService", input });

    expect(versionOf(created.value)).toMatch(/^[1-9]\d+$/);
    const read = { query: '{ service(namespace: "default", name: "web") { kind } }' };
    expect((await send(one, "reader", read)).value).toEqual({ kind: "Service" });
    expect((await send(other, "reader", read)).value).toBeNull();
  });
});
