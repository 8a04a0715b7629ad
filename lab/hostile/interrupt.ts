import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSchema, introspectionFromSchema } from "graphql";
import { demoTokens, startReference } from "#reference";

/** How long the program took to end after SIGINT. */
export interface Interrupted {
  /** Where it was. */
  readonly place: string;
  readonly tookMs: number;
  /** Objects that it created and neither removed nor named. */
  readonly leftBehind: number;
}

/** Interrupts the built program where it once went on for ever, and in the midst of its writes. */
export async function measureInterruptions(): Promise<readonly Interrupted[]> {
  return [await amongWrites(), await inferring(), await unanswered()];
}

async function amongWrites(): Promise<Interrupted> {
  await using reference = await startReference();
  const services = async (): Promise<number> => {
    const reply = await fetch(reference.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${demoTokens.author}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ query: "{ services { items { metadata { name } } } }" }),
    });
    return (await reply.text()).split('"name"').length - 1;
  };
  const before = await services();
  const hasBegun = async (): Promise<void> => {
    while ((await services()) <= before) await new Promise(setImmediate);
  };
  const words = ["run", "--endpoint", reference.url, "--quiet"];
  const tookMs = await interrupted(words, hasBegun());
  return { place: "among writes", tookMs, leftBehind: (await services()) - before };
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
  return atServer("a request without a reply", ["run", "--quiet"], () => {});
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

/** Calls the program, sends SIGINT a moment after something has happened, and resolves with how long it took to end. */
async function interrupted(words: readonly string[], happened: Promise<unknown>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-interrupt-"));
  // Beside the tools that are built.
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
    return performance.now() - startedMs;
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
