import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";
import { statusFailure } from "../testing/widget.ts";
import { LiveTrialServer } from "./live-trial-server.ts";

type DryRuns = "hidden" | "ignored" | "rejected" | "supported";

interface Quirks {
  readonly lostCreations?: number;
  /** The response to status writes. */
  readonly answer?: (before: JsonObject) => JsonObject | null;
}

/** A server whose specs must have at least 8 teeth. */
class Store {
  readonly objects = new Map<string, JsonObject>();
  creations = 0;
  readonly #dryRuns: DryRuns;

  constructor(dryRuns: DryRuns) {
    this.#dryRuns = dryRuns;
  }

  trialServer({ lostCreations = 0, answer }: Quirks = {}): LiveTrialServer {
    let left = lostCreations;
    return new LiveTrialServer({
      kind: { group: "example.com", version: "v1", literal: "Gear", plural: "gears" },
      body: "spec",
      namespace: "usual",
      name: "trial",
      send: (request) => {
        const before = this.objects.get(nameIn(request, {})) ?? {};
        const isAnswered = answer !== undefined && request.path.endsWith("/status");
        const served = this.#reply(request);
        const reply = isAnswered ? replyOf(200, answer(before)) : served;
        const isLost = request.method === "POST" && left-- > 0;
        return Promise.resolve(
          isLost ? { kind: "lost", cause: "connection", detail: "connection closed" } : reply,
        );
      },
    });
  }

  #reply(request: RestRequest): RestResult {
    const { method, query, body, contentType } = request;
    const isDry = query["dryRun"] !== undefined;
    const object = isJsonObject(body) ? body : {};
    const name = nameIn(request, object);
    const problem = this.#problemOf(method, isDry, { object, stored: this.objects.get(name) });
    if (problem !== undefined)
      return replyOf(problem.code, statusFailure(problem.code, problem.reason));
    if (method === "PATCH") return replyOf(contentType === applied ? 415 : 200, {});
    if (method === "GET") return replyOf(200, this.objects.get(name) ?? {});
    const isStored = !isDry || this.#dryRuns === "ignored";
    if (isStored) this.#store(method, name, object);
    const stored = this.objects.get(name);
    const isHidden = isDry && this.#dryRuns === "hidden" && stored !== undefined;
    return replyOf(method === "POST" ? 201 : 200, isHidden ? stored : object);
  }

  #store(method: string, name: string, object: JsonObject): void {
    if (method === "POST") this.creations += 1;
    if (method === "DELETE") this.objects.delete(name);
    else this.objects.set(name, object);
  }

  #problemOf(
    method: string,
    isDry: boolean,
    { object, stored }: { readonly object: JsonObject; readonly stored: JsonObject | undefined },
  ): { readonly code: number; readonly reason: string } | undefined {
    const { teeth = 8 } = isJsonObject(object["spec"]) ? object["spec"] : {};
    if (isDry && this.#dryRuns === "rejected") return { code: 400, reason: "BadRequest" };
    if (Number(teeth) < 8) return { code: 422, reason: "Invalid" };
    if (method !== "POST")
      return stored === undefined ? { code: 404, reason: "NotFound" } : undefined;
    return stored === undefined ? undefined : { code: 409, reason: "AlreadyExists" };
  }
}

const applied = "application/apply-patch+yaml";

function nameIn({ path }: RestRequest, { metadata }: JsonObject): string {
  const { name } = isJsonObject(metadata) ? metadata : {};
  const [, inPath] = /\/gears\/([^/]+)/u.exec(path) ?? [];
  return inPath ?? (typeof name === "string" ? name : "");
}

function replyOf(status: number, value: JsonObject | null): RestResult {
  return { kind: "reply", status, data: { kind: "json", value }, warnings: [] };
}

/** A server with one object that ignores dry runs. Reads show the previous state, at first that there is none. */
class LaggingStore {
  current: JsonObject | undefined;
  #previous: JsonObject | undefined;
  /** The number of reads that show the previous state. */
  readsLeft = Infinity;
  #version = 0;

  trialServer(): LiveTrialServer {
    return new LiveTrialServer({
      kind: { group: "example.com", version: "v1", literal: "Gear", plural: "gears" },
      body: "spec",
      name: "trial",
      send: (request) => Promise.resolve(this.#reply(request)),
    });
  }

  write(object: JsonObject): JsonObject {
    this.#version += 1;
    const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
    this.#previous = this.current;
    this.current = { ...object, metadata: { ...metadata, resourceVersion: `${this.#version}` } };
    return this.current;
  }

  #reply({ method, body }: RestRequest): RestResult {
    const object = isJsonObject(body) ? body : {};
    const failed = (code: number): RestResult => replyOf(code, statusFailure(code, "Failed"));
    if (method === "GET") {
      this.readsLeft -= 1;
      const shown = this.readsLeft < 0 ? this.current : this.#previous;
      return shown === undefined ? failed(404) : replyOf(200, shown);
    }
    if (method === "DELETE") {
      this.#previous = this.current;
      this.current = undefined;
      return replyOf(200, {});
    }
    if (method === "POST") {
      return this.current === undefined ? replyOf(201, this.write(object)) : failed(409);
    }
    return versionOf(object) === versionOf(this.current)
      ? replyOf(200, this.write(object))
      : failed(409);
  }
}

function versionOf(object: JsonObject | undefined): unknown {
  const metadata = object?.["metadata"];
  return isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
}

describe.each(["supported", "rejected", "ignored"] as const)(
  "a server on which dry runs are %s",
  (dryRuns) => {
    it("tests specs, even several at the same time", async () => {
      const store = new Store(dryRuns);
      const trialServer = store.trialServer();

      await expect(trialServer.tryCreation({ teeth: 7 })).resolves.toMatchObject({
        isAccepted: false,
      });
      await expect(trialServer.tryCreation({ teeth: 8 })).resolves.toMatchObject({
        isAccepted: true,
      });
      const both = await Promise.all([9, 10].map((teeth) => trialServer.tryCreation({ teeth })));

      expect(both.map(({ isAccepted }) => isAccepted)).toEqual([true, true]);
      expect([...store.objects.keys()]).toEqual([]);
    });

    it("shows which features it does not support", async () => {
      const trialServer = new Store(dryRuns).trialServer();
      await trialServer.tryCreation({ teeth: 8 });
      await trialServer.create({ teeth: 8 });

      await expect(trialServer.unsupported()).resolves.toEqual({
        features: [
          ...(dryRuns === "rejected" ? ["dry-run"] : []),
          "field-manager",
          "field-validation",
          "precondition.uid",
          "status.apply",
        ],
        updates: [],
        lacksApply: true,
        storesDryRuns: dryRuns === "ignored",
      });
    });

    it("tests statuses, and leaves the object unchanged", async () => {
      const store = new Store(dryRuns);
      const trialServer = store.trialServer();
      await trialServer.tryCreation({ teeth: 8 });
      await trialServer.create({ teeth: 8 });

      await expect(trialServer.tryStatus({ turns: 1 })).resolves.toMatchObject({
        isAccepted: true,
        object: { status: { turns: 1 } },
      });
      expect([...store.objects.keys()]).toEqual(["trial"]);
      expect(store.objects.get("trial")).not.toHaveProperty("status");

      await trialServer.clear();

      expect(store.objects.size).toBe(0);
    });
  },
);

it.each([
  { dryRuns: "hidden", writes: 2 },
  { dryRuns: "supported", writes: 0 },
] as const)("shows what a status write stores if dry runs are $dryRuns", async (row) => {
  const store = new Store(row.dryRuns);
  const server = store.trialServer();
  await server.tryCreation({ teeth: 8 });
  await server.create({ teeth: 8 });

  const [first, second] = [{ turns: 1 }, { turns: 2 }];
  expect(await server.tryStatus(first)).toMatchObject({ object: { status: first } });
  expect(await server.tryStatus(second)).toMatchObject({ object: { status: second } });
  expect(store.creations).toBe(1 + row.writes);
  expect([...store.objects.keys()]).toEqual(["trial"]);
});

it.each([
  { why: "the object before the write", answer: (before: JsonObject) => before },
  { why: "a Status", answer: () => ({ kind: "Status", status: "Success" }) },
  { why: "no object", answer: () => null },
])("reads the status if a status write responds with $why", async ({ answer }) => {
  const store = new Store("supported");
  const server = store.trialServer({ answer });
  await server.tryCreation({ teeth: 8 });
  await server.create({ teeth: 8 });

  const [first, second] = [{ turns: 1 }, { turns: 2 }];
  expect(await server.tryStatus(first)).toMatchObject({ object: { status: first } });
  expect(await server.writeStatus(second)).toMatchObject({ object: { status: second } });
  expect(await server.writeStatus(first)).toMatchObject({ object: { status: first } });
  await server.clear();
  expect(store.objects.size).toBe(0);
});

it("removes an object that a dry run stored although its response was lost", async () => {
  const store = new Store("ignored");
  const trialServer = store.trialServer({ lostCreations: 1 });

  await expect(trialServer.tryCreation({ teeth: 8 })).rejects.toThrow("connection closed");
  expect(store.objects.size).toBe(1);

  await trialServer.clear();

  expect(store.objects.size).toBe(0);
});

function merged(object: JsonObject, patch: JsonObject): JsonObject {
  const changed = Object.entries(patch).map(([name, value]) => {
    const before = object[name];
    const inner = isJsonObject(value) ? merged(isJsonObject(before) ? before : {}, value) : value;
    return [name, inner] as const;
  });
  const entries = Object.entries({ ...object, ...Object.fromEntries(changed) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

it("patches a status that cannot be replaced, to the same effect", async () => {
  let stored: JsonObject = { metadata: { name: "trial", resourceVersion: "1" } };
  const trialServer = new LiveTrialServer({
    kind: { group: "example.com", version: "v1", literal: "Gear", plural: "gears" },
    body: "spec",
    name: "trial",
    send: ({ method, path, contentType = "", body }) => {
      const isStatus = path.endsWith("/status");
      if (isStatus && method === "PUT")
        return Promise.resolve(replyOf(405, statusFailure(405, "No")));
      if (isStatus && contentType === "application/merge-patch+json") {
        stored = merged(stored, isJsonObject(body) ? body : {});
      }
      return Promise.resolve(replyOf(200, stored));
    },
  });
  await trialServer.create({});
  await trialServer.writeStatus({ turns: 1, peers: { a: 1 } });
  await trialServer.writeStatus({ peers: { b: 2 } });

  expect(stored["status"]).toEqual({ peers: { b: 2 } });
  await expect(trialServer.unsupported()).resolves.toMatchObject({
    features: expect.arrayContaining(["status.replace"]),
  });
});

describe("a server whose reads lag behind its writes", () => {
  it("accepts writes based on the last response", async () => {
    const store = new LaggingStore();
    const trialServer = store.trialServer();
    await trialServer.create({ teeth: 8 });

    await expect(trialServer.writeStatus({ turns: 1 })).resolves.toMatchObject({
      isAccepted: true,
    });
    await expect(trialServer.writeStatus({ turns: 2 })).resolves.toMatchObject({
      isAccepted: true,
      object: { status: { turns: 2 } },
    });
  });

  it("is asked again after the write of another client", async () => {
    const store = new LaggingStore();
    const trialServer = store.trialServer();
    await trialServer.create({ teeth: 8 });
    store.write({ ...store.current, spec: { teeth: 9 } });
    store.readsLeft = 3;

    await expect(trialServer.writeStatus({ turns: 1 })).resolves.toMatchObject({
      isAccepted: true,
      object: { spec: { teeth: 9 }, status: { turns: 1 } },
    });
  });

  it("does not seem to support dry runs that it ignores", async () => {
    const store = new LaggingStore();
    const trialServer = store.trialServer();
    await trialServer.tryCreation({ teeth: 8 });

    expect(store.current).toBeUndefined();
    await trialServer.create({ teeth: 8 });
    await expect(trialServer.unsupported()).resolves.toMatchObject({ storesDryRuns: true });
  });
});

it.each([
  { versions: ["rv-a", "rv-b"], isOpaque: true },
  { versions: ["7", "8"], isOpaque: false },
  { versions: ["rv-a", "8"], isOpaque: true },
  { versions: ["8", "rv-a"], isOpaque: true },
  { versions: ["", "8"], isOpaque: false },
  { versions: [], isOpaque: false },
])("shows whether the versions $versions are opaque", async ({ versions, isOpaque }) => {
  const left = [...versions];
  const trialServer = new LiveTrialServer({
    kind: { group: "example.com", version: "v1", literal: "Gear", plural: "gears" },
    body: "spec",
    name: "trial",
    send: () => {
      const resourceVersion = left.shift();
      const metadata = resourceVersion === undefined ? {} : { resourceVersion };
      return Promise.resolve(replyOf(200, { metadata }));
    },
  });
  while (left.length > 0) await trialServer.create({});

  expect(trialServer.hasOpaqueVersions()).toBe(isOpaque);
});
