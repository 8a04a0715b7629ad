import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { join } from "node:path";
import { demoTokens, startReference } from "#reference";
import { capturedWorld } from "../captured-world.ts";
import { pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

/** Runs `cleanup` with valid credentials on a forged record, which names a foreign object, often at another address. */
export const recordAttacks: AttackFamily = {
  name: "forged record",
  proves:
    "cleanup only deletes objects that a run on this machine recorded, and sends no credential elsewhere",
  weight: 3,
  attempt: async ({ random, folder, program }) => {
    await using reference = await startReference();
    const sink = await startSink();
    try {
      await create(reference.url);
      const place = folder();
      const run = { out: "", err: "" };
      const words = ["--endpoint", reference.url, "--output", place, "--quiet", "--runs", "1"];
      await program(
        ["run", ...words, "--config", "none", "--only", "generation/starts-at-one#Service*"],
        world(run, place),
      );
      const target = pick(random, [reference.url, sink.url]);
      forge(join(place, "run.ndjson"), target, pick(random, forgeries));
      const more = pick(random, [[], ["--yes"], ["--unsealed"], ["--unsealed", "--yes"]] as const);
      const output = { out: "", err: "" };
      await program(
        [
          "cleanup",
          place,
          "--identity",
          `author=${demoTokens.author}`,
          "--config",
          "none",
          ...more,
        ],
        world(output, place),
      );
      const isThere = await has(reference.url);
      return [
        ...(isThere ? [] : [`removed prod-db: ${output.out}`]),
        ...sink.heard.map((heard) => `the other server received ${heard}`),
      ];
    } finally {
      sink.server.closeAllConnections();
      sink.server.close();
    }
  },
};

const key = { kind: "Service", namespace: "default", name: "prod-db" };

const forgeries: readonly (readonly object[])[] = [
  [{ line: "fixture", event: "creating", key, isDrawn: true }],
  [{ line: "fixture", event: "creating", key, isDrawn: true, seal: "AAAAAAAAAAAAAAAA" }],
  [
    { line: "fixture", event: "creating", key, isDrawn: false },
    { line: "fixture", event: "left-behind", key, reason: "x" },
  ],
];

function forge(path: string, endpoint: string, lines: readonly object[]): void {
  const [header = ""] = readFileSync(path, "utf8").split("\n");
  const own = header.replace(/"endpoint":"[^"]*"/u, `"endpoint":${JSON.stringify(endpoint)}`);
  writeFileSync(path, [own, ...lines.map((line) => JSON.stringify(line)), ""].join("\n"));
}

function world(
  output: { out: string; err: string },
  folder: string,
): ReturnType<typeof capturedWorld> {
  return { ...capturedWorld(output), folder, stateFolder: join(folder, "state") };
}

async function ask(url: string, query: string): Promise<string> {
  const reply = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${demoTokens.author}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ query }),
  });
  return reply.text();
}

function create(url: string): Promise<string> {
  const input = `{ namespace: "default", name: "prod-db", spec: {} }`;
  return ask(url, `mutation { createService(input: ${input}) { kind } }`);
}

async function has(url: string): Promise<boolean> {
  const text = await ask(
    url,
    `{ service(namespace: "default", name: "prod-db") { metadata { name } } }`,
  );
  return text.includes("prod-db");
}

interface Sink {
  readonly url: string;
  readonly server: Server;
  readonly heard: readonly string[];
}

async function startSink(): Promise<Sink> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) heard.push(authorization);
    request.resume();
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/graphql`, server, heard };
}
