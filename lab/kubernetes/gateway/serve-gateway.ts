import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { administratorKubeconfig } from "../administrator-kubeconfig.ts";
import type { Cluster } from "../cluster.ts";
import { freePort } from "../free-port.ts";
import { ServerProcess } from "../server-process.ts";

export interface ServedGateway extends AsyncDisposable {
  readonly url: string;
}

/** Time limit for the schema and for the first response, in milliseconds. */
const readyMs = 120_000;

const pollMs = 200;

/** The name that the listener gives to the cluster of its kubeconfig. */
const clusterName = "single";

/** Starts the listener and the gateway in front of a cluster, which must already serve its custom kinds. */
export async function serveGateway(program: string, cluster: Cluster): Promise<ServedGateway> {
  const kubeconfig = await administratorKubeconfig(cluster, "graphql-gateway");
  const schemas = join(cluster.folder, "gateway-schemas");
  await mkdir(schemas);
  const port = await freePort();
  const started: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const process of started) await process[Symbol.asyncDispose]();
  };
  const start = (command: string, flags: Readonly<Record<string, string>>): ServerProcess => {
    const shared = { "schema-handler": "file", "schemas-dir": schemas, ...flags };
    const process = new ServerProcess({
      program,
      parameters: [command, ...Object.entries(shared).map(([name, value]) => `--${name}=${value}`)],
      logPath: join(cluster.folder, `gateway-${command}.log`),
      environment: { KUBECONFIG: kubeconfig },
    });
    started.push(process);
    return process;
  };
  try {
    const listener = start("listener", { kubeconfig });
    await until(listener, () => Promise.resolve(existsSync(join(schemas, clusterName))));
    const gateway = start("gateway", {
      "gateway-address": "127.0.0.1",
      "gateway-port": String(port),
    });
    const url = `http://127.0.0.1:${port}/api/clusters/${clusterName}/graphql`;
    await until(gateway, () => isServed(url, cluster.tokens.admin));
    return { url, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function until(process: ServerProcess, isDone: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + readyMs;
  while (process.isRunning && performance.now() < untilMs) {
    if (await isDone()) return;
    await pause(pollMs);
  }
  const log = await readFile(process.command.logPath, "utf8");
  throw new Error(`the gateway does not start: ${log.slice(-500)}`);
}

async function isServed(url: string, token: string): Promise<boolean> {
  try {
    const reply = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    await reply.text();
    return reply.status === 200;
  } catch {
    return false;
  }
}
