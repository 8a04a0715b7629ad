import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { awaitNamespaceEnd } from "./namespace-end.ts";
import { describeRequest } from "./rest-request.ts";
import type { RestRequest } from "./rest-request.ts";
import { statusFailure } from "../testing/widget.ts";

const terminating: JsonObject = {
  kind: "Namespace",
  metadata: { name: "n" },
  spec: { finalizers: ["kubernetes"] },
  status: { phase: "Terminating" },
};

/** Creates a store with a namespace that is removed when it is finalized, or after N reads. */
function storeWith(found: JsonObject, reads = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  let isThere = true;
  const ask = (request: RestRequest): Promise<JsonValue | undefined> => {
    asked.push(describeRequest(request));
    if (request.method === "PUT") isThere = false;
    if (asked.length > reads) isThere = false;
    return Promise.resolve(isThere ? found : statusFailure(404, "NotFound"));
  };
  return { ask, asked };
}

const { signal } = new AbortController();

it("waits until the controller has removed the namespace", async () => {
  const { ask, asked } = storeWith(
    { ...terminating, status: { phase: "Terminating", conditions: [] } },
    3,
  );
  await awaitNamespaceEnd("n", { ask, signal, limitMs: 5_000 });

  expect(new Set(asked)).toEqual(new Set(["GET /api/v1/namespaces/n"]));
});

it("releases an abandoned namespace", async () => {
  const { ask, asked } = storeWith(terminating);

  expect(await awaitNamespaceEnd("n", { ask, signal, limitMs: 10_000 })).toBe(true);
  expect(asked.filter((line) => line.startsWith("PUT"))).toEqual([
    "PUT /api/v1/namespaces/n/finalize",
  ]);
  expect(asked.at(-1)).toBe("GET /api/v1/namespaces/n");
});

it.each([
  ["a lost response", undefined],
  ["a busy server", statusFailure(429, "TooManyRequests")],
  ["a response that is not JSON", "upstream connect error"],
])("does not take %s for the end of a namespace", async (_what, reply) => {
  const { ask, asked } = storeWith(terminating);
  const replies = [reply];
  await awaitNamespaceEnd("n", {
    ask: async (request) => (replies.length > 0 ? replies.pop() : ask(request)),
    signal,
    limitMs: 10_000,
  });

  expect(asked).toContain("PUT /api/v1/namespaces/n/finalize");
});

it("avoids a namespace that a controller is working on, and times out", async () => {
  const busy = { ...terminating, status: { conditions: [{ type: "NamespaceContentRemaining" }] } };
  const { ask, asked } = storeWith(busy);

  expect(await awaitNamespaceEnd("n", { ask, signal, limitMs: 1_700 })).toBe(false);
  expect(asked.some((line) => line.startsWith("PUT"))).toBe(false);
});

it("does not go on after an abort", async () => {
  const { ask, asked } = storeWith(terminating);
  await awaitNamespaceEnd("n", { ask, signal: AbortSignal.abort(), limitMs: 5_000 });

  expect(asked).toEqual([]);
});
