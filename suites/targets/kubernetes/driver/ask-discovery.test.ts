import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { aggregatedDiscovery } from "../named-kinds/aggregated-discovery.ts";
import { findResource } from "../named-kinds/served-resource.ts";
import { statusKinds } from "../named-kinds/status-kinds.ts";
import { tokenCaller } from "../resources/rest-request.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import { answerJson, serveAnswers } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { askDiscovery } from "./ask-discovery.ts";

const { keep } = connections();

const pods = {
  resource: "pods",
  responseKind: { group: "", version: "v1", kind: "Pod" },
  scope: "Namespaced",
  verbs: ["get", "list"],
  subresources: [{ subresource: "status", responseKind: { kind: "Pod" }, verbs: ["get"] }],
};

const gears = {
  resource: "gears",
  responseKind: { group: "example.com", version: "v1", kind: "Gear" },
  scope: "Cluster",
  verbs: ["create", "get", "list", "update", "delete", "patch"],
  subresources: [{ subresource: "status", responseKind: { kind: "Gear" }, verbs: ["patch"] }],
};

function listOf(name: string, versions: readonly JsonValue[]): JsonValue {
  return { kind: "APIGroupDiscoveryList", items: [{ metadata: { name }, versions }] };
}

const documents: ReadonlyMap<string, JsonValue> = new Map([
  ["/api", listOf("", [{ version: "v1", resources: [pods] }])],
  [
    "/apis",
    listOf("example.com", [
      { version: "v2", resources: [] },
      { version: "v1", resources: [gears] },
    ]),
  ],
]);

/** A server that offers discovery only in aggregated form. `code` is its response to other requests. */
async function askerOf(code: number): Promise<ReturnType<typeof askDiscovery>> {
  const server = await serveAnswers(({ url = "", headers: { accept } }, _body, reply) => {
    const document = accept === aggregatedDiscovery ? documents.get(url) : undefined;
    answerJson(reply, document === undefined ? code : 200, document ?? {});
  });
  keep(server);
  const transport = new RestTransport({
    address: new URL(server.url),
    tls: {},
    userAgent: "suite/test",
    openMs: 2_000,
  });
  keep(transport);
  const { signal } = new AbortController();
  return askDiscovery({ transport, caller: tokenCaller("secret"), limitMs: 2_000, signal });
}

it.each([404, 406])(
  "converts aggregated discovery if others are rejected with %i",
  async (code) => {
    const ask = await askerOf(code);

    await expect(findResource({ plural: "gears", group: "example.com" }, ask)).resolves.toEqual({
      literal: "Gear",
      plural: "gears",
      group: "example.com",
      version: "v1",
      scope: "cluster",
      hasStatus: true,
      lackedVerbs: ["watch"],
    });
    await expect(statusKinds(ask)).resolves.toMatchObject([
      { name: "gears.example.com", path: "/apis/example.com/v1/gears" },
      { name: "pods", path: "/api/v1/pods" },
    ]);
  },
);

it("finds no group that aggregated discovery lacks", async () => {
  const ask = await askerOf(404);

  for (const path of ["/apis/other.com", "/apis/example.com/v3", "/api/v2", "/api/v1/pods"]) {
    await expect(ask({ method: "GET", path, query: {} })).resolves.toBeUndefined();
  }
});

it("reports a rejection that is not about the form", async () => {
  const ask = await askerOf(403);

  await expect(ask({ method: "GET", path: "/apis", query: {} })).rejects.toThrow("HTTP 403");
});
