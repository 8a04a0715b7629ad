import { expect, it } from "vitest";
import { limits } from "#contract";
import { startReference } from "#reference";
import type { WireResult } from "#wings/controllers";
import { connect } from "../reach/connect-endpoint.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";

const { signal } = new AbortController();
const key = { kind: "Bucket", namespace: "default", name: "photos" };

it("reads the result of a write that is returned as server-sent events", async () => {
  await using server = await startReference();
  await using direct = await connect({ endpoint: server.url, limits, signal });
  const recognition = recognizeGraphql(direct.description);
  await using proxy = await ControllerProxy.start({ endpoint: server.url, recognition });
  const results: WireResult[] = [];
  const views: string[] = [];
  proxy.listen({
    keyOf: (names) => (names.includes(key.name) ? key : undefined),
    before: () => Promise.resolve({ treat: "pass" }),
    after: (_write, result) => void results.push(result),
    viewed: ({ through, version }) => void views.push(`${through} ${version}`),
  });
  const { outcome } = await direct.execute(
    { verb: "create", identity: "author", key, spec: {} },
    signal,
  );
  const version = outcome.result === "object" ? outcome.object.metadata.resourceVersion : "";
  const about = `namespace: "default", name: "photos", resourceVersion: "${version}"`;
  const query = `mutation { updateBucketStatus(input: { ${about}, status: { usedObjects: 7 } }) {
    metadata { name resourceVersion }
  } }`;
  const write = async (): Promise<string> => {
    const response = await fetch(`${proxy.url}/stream`, {
      method: "POST",
      headers: {
        accept: "text/event-stream",
        authorization: "Bearer controller-token",
        "content-type": "application/json",
      },
      body: JSON.stringify({ query }),
    });
    return response.text();
  };

  expect(await write()).toContain("event: next");
  expect(await write()).toContain("CONFLICT");

  expect(results).toMatchObject([{ result: "stored" }, { result: "refused", reason: "conflict" }]);
  expect(results[0]).toHaveProperty("version");
  expect(views).toHaveLength(1);
});
