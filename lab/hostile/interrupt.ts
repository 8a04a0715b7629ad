import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSchema, introspectionFromSchema } from "graphql";
import { randomFor } from "#harness";
import { demoTokens } from "#reference";
import { caseOf } from "./hostile-case.ts";
import { HostileServer } from "./hostile-server.ts";
import { Upstream } from "./hostile-upstream.ts";
import type { Sound } from "./hostile-upstream.ts";

export interface Interrupted {
  readonly place: string;
  readonly tookMs: number;
  /** Number of orphaned objects: the run created them, but neither deleted them nor named them in its record. */
  readonly leftBehind: number;
}

/**
 * Interrupts the built program at points where an interruption once caused a hang, and at one random moment per seed.
 */
export async function measureInterruptions(
  seeds: Iterable<number>,
): Promise<readonly Interrupted[]> {
  const all = [await inferring(), await unanswered()];
  for (const seed of seeds) all.push(await amongRequests(seed));
  return all;
}

/** Maximum number of requests before the interruption of a run. */
const maxRequests = 120;

async function amongRequests(seed: number): Promise<Interrupted> {
  const random = randomFor(seed, "interruption");
  await using upstream = await Upstream.start();
  const last = random.below(maxRequests);
  let asked = 0;
  const isThere = new EventEmitter();
  const counted: Sound = {
    webSocketUrl: upstream.webSocketUrl,
    stream: (...words) => upstream.stream(...words),
    ask: (...words) => {
      asked += 1;
      if (asked > last) isThere.emit("nth");
      return upstream.ask(...words);
    },
  };
  const drawn = caseOf(seed);
  const isSound = random.below(2) === 0;
  const never = { since: "contact", after: Number.MAX_SAFE_INTEGER, pattern: "once" } as const;
  const hostile = { ...drawn, onset: isSound ? never : drawn.onset };
  await using server = await HostileServer.start(hostile, counted);
  const before = await upstream.serviceNames();
  const words = ["run", "--endpoint", server.url, "--quiet", "--config", "none"];
  let leftBehind = 0;
  const tookMs = await interrupted(words, once(isThere, "nth"), async (folder) => {
    const record = join(folder, "run.ndjson");
    const named = existsSync(record) ? readFileSync(record, "utf8") : "";
    const names = await upstream.serviceNames();
    leftBehind = names.filter((name) => !before.includes(name) && !named.includes(name)).length;
  });
  return { place: isSound ? "during writes" : "a hostile endpoint", tookMs, leftBehind };
}

async function inferring(): Promise<Interrupted> {
  const members = Array.from({ length: 20_000 }, (_, index) => `f${index}: String`).join(" ");
  const schema = buildSchema(`
    type Query { thing(name: String!): Thing ${members} }
    type Mutation { updateThingStatus(name: String!, version: String!, status: In): Thing }
    type Thing { name: String! version: String! status: St }
    type St { ${members} } input In { ${members} }
  `);
  const body = JSON.stringify({ data: introspectionFromSchema(schema) });
  return atServer(
    "inference of 60,000 fields",
    ["init", "--no-probe", "--output", "-"],
    (response) => response.setHeader("content-type", "application/json").end(body),
  );
}

function unanswered(): Promise<Interrupted> {
  return atServer("a request without a response", ["run", "--quiet"], () => {});
}

async function atServer(
  place: string,
  words: readonly string[],
  answer: (response: ServerResponse) => void,
): Promise<Interrupted> {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    answer(response);
  }).listen(0, "127.0.0.1");
  const asked = once(server, "request");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const endpoint = ["--endpoint", `http://127.0.0.1:${port}/graphql`];
    const tookMs = await interrupted([...words, ...endpoint], asked);
    return { place, tookMs, leftBehind: 0 };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Starts the program, and sends SIGINT shortly after an event. Resolves with the time until it exits. */
async function interrupted(
  words: readonly string[],
  happened: Promise<unknown>,
  check: (folder: string) => Promise<void> = async () => {},
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-interrupt-"));
  // The folder of the program is next to that of the built tools.
  const program = fileURLToPath(new URL("../bin/cli.js", import.meta.url));
  const roles = Object.entries(demoTokens).map(([role, token]) => `${role}=${token}`);
  const output = words[0] === "run" ? ["--output", folder] : [];
  const child = spawn(process.execPath, [program, ...words, ...output, "--identity", ...roles], {
    cwd: folder,
    stdio: "ignore",
  });
  try {
    const ended = once(child, "exit");
    await Promise.race([happened, ended]);
    const startedMs = performance.now();
    child.kill("SIGINT");
    await ended;
    const tookMs = performance.now() - startedMs;
    await check(folder);
    return tookMs;
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
