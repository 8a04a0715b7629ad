import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { UpstreamConnection } from "../controller/upstream-connection.ts";
import { startVolumes } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import { startProxy } from "../../suites/targets/wire/testing/forward-proxies.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call, testWorld } from "../testing/test-world.ts";

const folder = folderForAllTests();

const dialect = fileURLToPath(
  new URL("../../suites/targets/graphql/testing/endpoints/volumes.dialect.yaml", import.meta.url),
);

/** The proxy resolves this name to the loopback address. */
function named(url: string): string {
  return url.replace("127.0.0.1", "api.example");
}

it("runs through the proxy of the environment", async () => {
  await using server = await startVolumes();
  await using proxy = await startProxy();
  const endpoint = named(server.url);
  const output = join(folder.path, "results");
  const args = ["--endpoint", endpoint, "--dialect", dialect, "--yes", "--output", output];
  const world = testWorld({ http_proxy: proxy.url });
  const run = await call([...args, "--only", "watch/complete-and-in-order"], world);

  expect(run.code, run.err).toBe(0);
  expect(run.out).toContain("1 of 1 case");
  // Requests and watches have connections of their own.
  expect(proxy.asked.length).toBeGreaterThan(1);
  expect(new Set(proxy.asked.map(({ to }) => to))).toEqual(new Set([new URL(endpoint).host]));
});

it("names the proxy if it cannot be used", async () => {
  await using proxy = await startProxy(407);
  const world = testWorld({ HTTP_PROXY: proxy.url.replace("//", "//ann:secret@") });
  const run = await call(["--endpoint", "http://api.example/graphql", "--yes"], world);

  expect(run.err).toContain(
    `there is no connection (the proxy ${proxy.url} cannot be used: it requires another user name or password (HTTP 407))`,
  );
  expect(run.err).toContain("or list the host in NO_PROXY");
  expect(run.err).not.toContain("secret");
  expect(run.code).toBe(3);
});

it("reaches an API server through the proxy of its kubeconfig", async () => {
  await using proxy = await startProxy(403);
  const kubeconfig = join(folder.path, "kubeconfig.yaml");
  writeFileSync(
    kubeconfig,
    `current-context: one
contexts: [{ name: one, context: { cluster: one, user: admin } }]
clusters: [{ name: one, cluster: { server: "https://cluster.example:6443", proxy-url: "${proxy.url}" } }]
users: [{ name: admin, user: { token: none } }]
`,
  );
  const run = await call(["--protocol", "kubernetes", "--kubeconfig", kubeconfig, "--yes"]);

  expect(run.err).toContain(
    `the proxy ${proxy.url} cannot be used: it responded with HTTP 403 to CONNECT cluster.example:6443`,
  );
  expect(run.err).toContain("Correct the proxy-url of the cluster in the kubeconfig");
  expect(run.code).toBe(3);
});

it("passes the requests of a controller through the proxy", async () => {
  await using server = await startVolumes();
  await using proxy = await startProxy();
  const endpoint = named(server.url);
  await using upstream = new UpstreamConnection({ endpoint, proxy: new URL(proxy.url) });
  const incoming = { method: "GET", url: "/graphql", rawHeaders: [] };
  const reply = await upstream.send(incoming, null, new AbortController().signal);
  await reply.body.dump();
  const socket = await upstream.dial(incoming);
  socket.destroy();

  const { host } = new URL(endpoint);
  expect(proxy.asked.map(({ to }) => to)).toEqual([host, host]);
});
