import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { ControllerProxy } from "./controller-proxy.ts";
import { recognizeKubernetes } from "./recognize-kubernetes.ts";

const path = "/apis/coordination.k8s.io/v1/namespaces/system/leases/operator";
const lease = {
  kind: "Lease",
  metadata: { resourceVersion: "7" },
  spec: { holderIdentity: "pod-1", leaseDurationSeconds: 15 },
};

interface Request {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface LeaseServer extends AsyncDisposable {
  readonly endpoint: string;
  readonly requests: readonly Request[];
}

async function leaseServer(): Promise<LeaseServer> {
  const requests: Request[] = [];
  const server = createServer((incoming, response) => {
    const { headers, method, url } = incoming;
    void text(incoming).then((body) => {
      requests.push({ method, url, headers, body });
      response.end(JSON.stringify(lease));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

it("releases the lease that the controller renewed last, as the same caller", async () => {
  await using server = await leaseServer();
  const { endpoint } = server;
  const recognition = recognizeKubernetes({ endpoint, kinds: [] });
  await using proxy = await ControllerProxy.start({ endpoint, recognition });
  const authorization = "Bearer of-the-controller";
  const type = "application/vnd.kubernetes.protobuf";
  const headers = { authorization, accept: type, "content-type": type };
  const renewal = { method: "PUT", headers, body: "protobuf" };
  const reply = await fetch(`${proxy.url}${path}?timeout=5s`.replace("//apis", "/apis"), renewal);
  await reply.text();
  await expect.poll(() => proxy.leases.first.isHeld).toBe(true);

  await proxy.leases.first.release();

  const [, read, write] = server.requests;
  expect(read).toMatchObject({ method: "GET", url: path, headers: { authorization } });
  expect(read?.headers.accept).toBe("application/json");
  expect(write).toMatchObject({ method: "PUT", url: path, headers: { authorization } });
  expect(write?.headers["content-type"]).toBe("application/json");
  const spec = { holderIdentity: "", leaseDurationSeconds: 1 };
  expect(JSON.parse(write?.body ?? "")).toEqual({ ...lease, spec });
});
