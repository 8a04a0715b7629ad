import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";
import { statusFailure } from "../testing/widget.ts";
import { LiveTrialServer } from "./live-trial-server.ts";

type DryRuns = "ignored" | "rejected" | "supported";

/** A server whose specs must have at least 8 teeth. */
class Store {
  readonly objects = new Map<string, JsonObject>();
  readonly #dryRuns: DryRuns;

  constructor(dryRuns: DryRuns) {
    this.#dryRuns = dryRuns;
  }

  trialServer({ lostCreations = 0 } = {}): LiveTrialServer {
    let left = lostCreations;
    return new LiveTrialServer({
      kind: { group: "example.com", version: "v1", literal: "Gear", plural: "gears" },
      body: "spec",
      namespace: "usual",
      name: "trial",
      send: (request) => {
        const reply = this.#reply(request);
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
    if (method === "DELETE") this.objects.delete(name);
    else if (!isDry || this.#dryRuns === "ignored") this.objects.set(name, object);
    return replyOf(method === "POST" ? 201 : 200, object);
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

function replyOf(status: number, value: JsonObject): RestResult {
  return { kind: "reply", status, data: { kind: "json", value }, warnings: [] };
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

it("removes an object that a dry run stored although its response was lost", async () => {
  const store = new Store("ignored");
  const trialServer = store.trialServer({ lostCreations: 1 });

  await expect(trialServer.tryCreation({ teeth: 8 })).rejects.toThrow("connection closed");
  expect(store.objects.size).toBe(1);

  await trialServer.clear();

  expect(store.objects.size).toBe(0);
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
