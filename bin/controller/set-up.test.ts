import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { limits } from "#contract";
import { readSettings } from "../options/read-settings.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { testWorld } from "../testing/test-world.ts";
import { setUp } from "./set-up.ts";

const folder = folderForAllTests();

/** An independent controller that uses only the Kubernetes client library. */
const controller = `
import { writeFileSync } from "node:fs";
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
const config = new KubeConfig();
config.loadFromDefault();
await config.makeApiClient(CoreV1Api).listNamespace();
writeFileSync(process.env.FOLDER + "/environment.json", JSON.stringify(process.env));
console.log("ready");
setInterval(() => {}, 1000);
`;

it("gives a controller a kubeconfig that works", async () => {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.headers);
    outgoing.writeHead(200, { "content-type": "application/json" });
    outgoing.end('{"kind":"NamespaceList","apiVersion":"v1","metadata":{},"items":[]}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === "string" ? "" : address?.port}`;
  const { PATH } = process.env;
  const secrets = { ADMIN: "of-the-administrator" };
  const world = testWorld({ PATH, FOLDER: folder.path, NO_PROXY: "intern.example", ...secrets });
  const how = { output: folder.path, format: ["json"], color: false };
  const typed = { ...how, endpoint, protocol: "kubernetes", token: "env:ADMIN" };
  const place = await setUp({
    hasOlderLists: false,
    target: { description: { protocol: "kubernetes", endpoint, kinds: [] } },
    settings: readSettings(typed, world),
    request: {
      from: "command",
      command: `exec '${process.execPath}' --input-type=module -e '${controller}'`,
      ready: "ready",
      readyMs: 200_000,
    },
    limits,
    world,
    signal: new AbortController().signal,
    suffix: "abcdefgh",
    address: endpoint,
  });
  try {
    await place.host?.start(new AbortController().signal);
    const text = readFileSync(join(folder.path, "environment.json"), "utf8");
    const environment: Readonly<Record<string, string>> = JSON.parse(text);
    const { KUBECONFIG = "", CONFORMANCE_TOKEN = "", CONFORMANCE_ENDPOINT = "" } = environment;

    expect(asked).toMatchObject([
      {
        authorization: "Bearer of-the-administrator",
        "impersonate-user": "status-conformance:controller",
      },
    ]);
    expect(text).not.toContain("of-the-administrator");
    // The controller must not send requests for the suite's own proxy to another one.
    expect(environment["NO_PROXY"]).toBe("intern.example,127.0.0.1,localhost");
    expect(statSync(KUBECONFIG).mode & 0o777).toBe(0o600);
    expect(readFileSync(KUBECONFIG, "utf8")).toContain(CONFORMANCE_TOKEN);
    const headers = { authorization: `Bearer ${CONFORMANCE_TOKEN}` };
    expect((await fetch(CONFORMANCE_ENDPOINT, { headers })).status).toBe(200);
    expect(asked[1]).toMatchObject({ authorization: "Bearer of-the-administrator" });
    await place[Symbol.asyncDispose]();
    expect(existsSync(KUBECONFIG)).toBe(false);
  } finally {
    await place[Symbol.asyncDispose]();
    server.close();
    server.closeAllConnections();
  }
});
