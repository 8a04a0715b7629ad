import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { at, connect, mutate, textAt, versionOf, watch } from "../testing/reference-client.ts";
import type { TestWatch } from "../testing/reference-client.ts";
import { create, events, listVersion, report } from "../testing/service-requests.ts";
import { startReference } from "./start-reference.ts";

const marked =
  "type resourceVersion initialEventsEnd object { kind metadata { name namespace resourceVersion } }";
const watching = (filter: string): string =>
  `subscription { watchServices${filter} { ${marked} } }`;

describe("bookmarks", () => {
  it("are sent on request, without an object, and with a version to resume from", async () => {
    await using server = await startReference({ limits: { bookmarkIntervalMs: 5 } });
    const client = connect(server, "reader");
    const created = await create(server, "web");
    await using stream = watch(
      client,
      watching(`(resourceVersion: "${await listVersion(server)}", bookmarks: true)`),
    );
    const reported = await report(server, created, { observedGeneration: 1 });
    const modified = await nextOf(stream, "MODIFIED");
    const bookmark = await stream.next();
    const input = { namespace: "default", name: "settings", spec: {} };
    // Changes an object of another kind. The watch does not deliver the change, but its position advances.
    const other = await mutate(server, "author", { field: "createConfigMap", input });
    const later = await stream.next();
    const second = await create(server, "second");
    await using resumed = watch(
      client,
      watching(`(resourceVersion: "${textAt(later, "resourceVersion")}")`),
    );

    expect(versionOf(reported)).toBe(at(modified, "resourceVersion"));
    expect(bookmark).toEqual({
      type: "BOOKMARK",
      resourceVersion: versionOf(reported),
      initialEventsEnd: null,
      object: null,
    });
    expect(later).toMatchObject({ type: "BOOKMARK", resourceVersion: versionOf(other.value) });
    expect(await resumed.next()).toHaveProperty("resourceVersion", versionOf(second));
    await client.dispose();
  });

  it("are not sent without a request", async () => {
    await using server = await startReference({ limits: { bookmarkIntervalMs: 1 } });
    const client = connect(server, "reader");
    const cursor = await listVersion(server);
    await using plain = watch(client, watching(`(resourceVersion: "${cursor}")`));
    await using asked = watch(client, watching("(bookmarks: true)"));
    const [next] = [plain.next(), await asked.next()];
    const created = await create(server, "web");

    expect(await next).toHaveProperty("object.metadata.resourceVersion", versionOf(created));
    await client.dispose();
  });
});

describe("initial events", () => {
  it("are the objects that the filter selects, then a marked end, then changes", async () => {
    await using server = await startReference();
    await create(server, "b", { namespace: "here", labels: { tier: "web" } });
    const kept = await create(server, "a", { namespace: "here", labels: { tier: "web" } });
    await report(server, await create(server, "other"), { observedGeneration: 1 });
    await create(server, "c", { namespace: "here" });
    const gone = { namespace: "here", name: "b" };
    const deleted = await mutate(server, "author", { field: "deleteService", input: gone });
    const client = connect(server, "reader");
    await using stream = watch(
      client,
      watching('(namespace: "here", selector: {tier: "web"}, initialEvents: true)'),
    );

    expect(await stream.next()).toMatchObject({
      type: "ADDED",
      resourceVersion: versionOf(kept),
      initialEventsEnd: null,
      object: { metadata: { name: "a", resourceVersion: versionOf(kept) } },
    });
    expect(await stream.next()).toEqual({
      type: "BOOKMARK",
      resourceVersion: versionOf(deleted.value),
      initialEventsEnd: true,
      object: null,
    });
    await create(server, "d", { namespace: "here", labels: { tier: "web" } });
    expect(await stream.next()).toMatchObject({
      type: "ADDED",
      object: { metadata: { name: "d" } },
    });
    await client.dispose();
  });

  it("for no objects consist of the end only, for every kind", async () => {
    await using server = await startReference();
    const client = connect(server, "reader");
    const query = `subscription { watchResources(kind: "Bucket", initialEvents: true) { type initialEventsEnd } }`;

    expect(await watch(client, query).next()).toEqual({ type: "BOOKMARK", initialEventsEnd: true });
    await client.dispose();
  });

  it("cannot be combined with a version", async () => {
    await using server = await startReference();
    const client = connect(server, "reader");
    const cursor = await listVersion(server);
    const query = events.typed(`(initialEvents: true, resourceVersion: "${cursor}")`);

    await expect(watch(client, query).next()).rejects.toMatchObject({
      errors: [{ extensions: { code: "INVALID", causes: [{ field: "initialEvents" }] } }],
    });
    await client.dispose();
  });

  it("are only sent to callers that may watch", async () => {
    await using server = await startReference();
    await create(server, "web");
    const client = connect(server, "stranger");

    await expect(watch(client, watching("(initialEvents: true)")).next()).rejects.toHaveProperty(
      "errors.0.extensions.code",
      "FORBIDDEN",
    );
    await client.dispose();
  });
});

async function nextOf(stream: TestWatch, type: string): Promise<JsonValue> {
  for (;;) {
    const event = await stream.next();
    if (at(event, "type") === type) return event;
    expect(at(event, "type")).toBe("BOOKMARK");
  }
}
