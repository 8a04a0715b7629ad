import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cli, peakOf, processorMsOf } from "../process.ts";
import type { Section } from "../section.ts";

interface Load {
  readonly objects: number;
  readonly events: number;
}

/**
 * Cost of `observe`, in events per second of CPU time. The built program watches a server that sends events as fast as
 * it can. It parses, judges and records every event.
 */
export const observation: Section = {
  title: "Observation of controllers",
  measure: async ({ isSmoke, folder }) => {
    const objects = isSmoke ? 100 : 10_000;
    const events = isSmoke ? 1000 : 100_000;
    const idle = await observed({ objects, events: 0 }, join(folder, "idle"));
    const busy = await observed({ objects, events }, join(folder, "busy"));
    const tookMs = busy.processorMs - idle.processorMs;
    return [
      {
        name: `observe, ${objects} objects: events on one core`,
        values: [(events / tookMs) * 1000],
        unit: "per s",
        atLeast: 5000,
        note: `${((tookMs / events) * 1000).toFixed(0)} µs of CPU time each`,
      },
      {
        name: `  peak memory with ${events} events`,
        values: [busy.peakBytes / 2 ** 20],
        unit: "MiB",
        atMost: 200,
      },
      { name: "  peak memory without events", values: [idle.peakBytes / 2 ** 20], unit: "MiB" },
    ];
  },
};

interface Cost {
  readonly processorMs: number;
  readonly peakBytes: number;
}

async function observed(load: Load, output: string): Promise<Cost> {
  const sent = new AbortController();
  const server = createServer((request, response) => {
    void answer(request, response, load).then((isAll) => {
      if (isAll) sent.abort();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const words = ["observe", "--protocol", "kubernetes", "--endpoint", `http://127.0.0.1:${port}`];
  const options = ["--kind", "widgets.bench.example", "--output", output, "--format", "json"];
  const child = spawn(process.execPath, [cli, ...words, ...options, "--quiet"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const closed = once(child, "close");
  try {
    if (!sent.signal.aborted) await Promise.race([once(sent.signal, "abort"), closed]);
    const cost = await atRest(child);
    child.kill("SIGINT");
    await closed;
    return cost;
  } finally {
    child.kill("SIGKILL");
    server.closeAllConnections();
    server.close();
  }
}

/** Measures the CPU time and peak memory of a process once it is idle. */
async function atRest(child: ChildProcess): Promise<Cost> {
  // Unknown times are -1 instead of NaN, which never equals itself.
  const spentMs = (): number => processorMsOf(child.pid) ?? -1;
  let before = -1;
  for (let now = spentMs(); now !== before; now = spentMs()) {
    before = now;
    await delay(1000);
  }
  return { processorMs: before, peakBytes: peakOf(child.pid) ?? Number.NaN };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  load: Load,
): Promise<boolean> {
  const url = new URL(request.url ?? "/", "http://bench");
  response.setHeader("content-type", "application/json");
  if (url.pathname.endsWith("/widgets")) {
    for (const line of linesOf(load)) {
      if (!response.write(line)) await once(response, "drain");
    }
    return true;
  }
  const verbs = ["create", "get", "list", "watch", "update", "patch", "delete"];
  const kind = { kind: "Widget", namespaced: true, verbs };
  const resources = [
    { ...kind, name: "widgets" },
    { ...kind, name: "widgets/status" },
  ];
  const group = { preferredVersion: { version: "v1" } };
  response.end(JSON.stringify(url.pathname.endsWith("/v1") ? { resources } : group));
  return false;
}

function* linesOf({ objects, events }: Load): Generator<string> {
  for (let i = 0; i < objects; i += 1)
    yield lineOf("ADDED", { object: i, version: i + 1, step: 0 });
  const annotations = { "k8s.io/initial-events-end": "true" };
  const metadata = { resourceVersion: String(objects), annotations };
  yield `${JSON.stringify({ type: "BOOKMARK", object: { kind: "Widget", metadata } })}\n`;
  for (let i = 0; i < events; i += 1) {
    const object = (i * 7919) % objects;
    yield lineOf("MODIFIED", { object, version: objects + i + 1, step: i + 1 });
  }
}

interface Shown {
  readonly object: number;
  readonly version: number;
  /** The number of steps that the object's controller has completed. */
  readonly step: number;
}

/** Returns an event about an object of typical size. Its controller follows every rule. */
function lineOf(type: string, { object, version, step }: Shown): string {
  const condition = {
    type: "Ready",
    status: "False",
    reason: "Progressing",
    message: `step ${step} of many, each a little further than the one before`,
    lastTransitionTime: "2026-01-01T00:00:00Z",
    observedGeneration: 1,
  };
  const fields = { "f:status": { "f:step": {}, "f:observedGeneration": {}, "f:conditions": {} } };
  return `${JSON.stringify({
    type,
    object: {
      apiVersion: "bench.example/v1",
      kind: "Widget",
      metadata: {
        name: `widget-${object}`,
        namespace: `namespace-${object % 20}`,
        uid: `00000000-0000-0000-0000-${String(object).padStart(12, "0")}`,
        resourceVersion: String(version),
        generation: 1,
        creationTimestamp: "2026-01-01T00:00:00Z",
        labels: { app: `app-${object % 100}`, tier: "bench" },
        managedFields: [
          { manager: "widgets", operation: "Update", subresource: "status", fieldsV1: fields },
        ],
      },
      spec: { size: object % 10, color: "blue", image: `registry.example/widget:${object % 50}` },
      status: { observedGeneration: 1, step, conditions: [condition] },
    },
  })}\n`;
}
