import { spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Writes a log of at least N bytes by repeating another log. Each repetition has a new namespace, so the number of
 * objects grows. Resolves with the size in bytes.
 */
export async function growLog(from: string, into: string, bytes: number): Promise<number> {
  const text = await readFile(from, "utf8");
  const out = createWriteStream(into);
  let size = 0;
  for (let copy = 0; size < bytes; copy += 1) {
    const own = text
      .replaceAll("/namespaces/churn/", `/namespaces/churn-${copy}/`)
      .replaceAll('"namespace":"churn"', `"namespace":"churn-${copy}"`);
    size += Buffer.byteLength(own);
    if (!out.write(own)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
  return size;
}

const hotStart = Date.parse("2026-03-02T10:00:00Z");
const hotEvery = 50;

/** Writes an audit log of four clients that read and write a single object of 1 KB. */
export async function writeHotLog(into: string, requests: number): Promise<void> {
  const out = createWriteStream(into);
  for (let i = 0; i < requests; i += 1) {
    if (!out.write(`${JSON.stringify(hotEvent(i))}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

function hotEvent(i: number): unknown {
  const isRead = i % 3 === 2;
  const status = { seen: i - Number(isRead), phase: `phase ${i % 7}` };
  const version = String(1_000 + status.seen);
  const metadata = { name: "hot", namespace: "churn", resourceVersion: version, uid: "uid-1" };
  const user = `client-${i % 4}`;
  return {
    kind: "Event",
    level: "RequestResponse",
    auditID: `0f3c1a5e-7b1d-4b5c-9c0a-${String(i).padStart(12, "0")}`,
    stage: "ResponseComplete",
    requestURI: "/apis/lab.example/v1/namespaces/churn/widgets/hot/status",
    verb: isRead ? "get" : "patch",
    user: { username: user },
    userAgent: `${user}/v1`,
    objectRef: {
      resource: "widgets",
      namespace: "churn",
      name: "hot",
      apiGroup: "lab.example",
      subresource: "status",
    },
    responseStatus: { code: 200 },
    ...(isRead ? {} : { requestObject: { status } }),
    responseObject: {
      apiVersion: "lab.example/v1",
      kind: "Widget",
      metadata,
      spec: { notes: "x".repeat(1_000) },
      status,
    },
    requestReceivedTimestamp: timeText(hotStart + i * hotEvery),
    stageTimestamp: timeText(hotStart + i * hotEvery + 2),
  };
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString().replace("Z", "000Z");
}

export async function parseLog(file: string): Promise<number> {
  let events = 0;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) {
    const event: unknown = JSON.parse(line);
    if (event !== null) events += 1;
  }
  return events;
}

export interface Cost {
  readonly seconds: number;
  /** CPU time of all threads, in seconds. Independent of other processes. */
  readonly processorSeconds: number;
  readonly mebibytes: number;
  readonly code: number | null;
}

/** Sampling interval for the peak memory, in milliseconds. */
const sampleMs = 20;

export async function costOf(words: readonly string[]): Promise<Cost> {
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  let mebibytes = 0;
  let processorSeconds = 0;
  const sampler = setInterval(() => {
    void peakOf(child.pid).then((peak) => {
      mebibytes = Math.max(mebibytes, peak);
    });
    void processorSecondsOf(child.pid).then((spent) => {
      processorSeconds = Math.max(processorSeconds, spent);
    });
  }, sampleMs);
  const [code]: unknown[] = await once(child, "close");
  clearInterval(sampler);
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, processorSeconds, mebibytes, code: typeof code === "number" ? code : null };
}

async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024;
}

const ticksPerSecond = 100;

async function processorSecondsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid ?? 0}/stat`, "utf8").catch(() => "");
  // The program name is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}
