// Writes to a blob in Azurite and prints its history. ETags are the versions.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The well-known account of the emulator, as the release defines it. */
const { EMULATOR_ACCOUNT_NAME: account, EMULATOR_ACCOUNT_KEY: key } = createRequire(
  import.meta.url,
)("azurite/dist/src/blob/utils/constants.js");
const blob = `/${account}/ground/a`;

async function send(origin, { method, path, query = {}, headers = {}, body = "" }) {
  const all = {
    "x-ms-date": new Date().toUTCString(),
    // The newest version that all releases support. Tags require a later version.
    "x-ms-version": query.comp === "tags" ? "2019-12-12" : "2018-03-28",
    ...(method === "PUT" ? { "content-type": "text/plain" } : {}),
    ...headers,
  };
  const own = Object.keys(all)
    .filter((name) => name.startsWith("x-ms-"))
    .toSorted()
    .map((name) => `${name}:${all[name]}\n`);
  const asked = Object.keys(query)
    .toSorted()
    .map((name) => `\n${name}:${query[name]}`);
  const signed = [
    method,
    "",
    "",
    body.length === 0 ? "" : String(body.length),
    "",
    all["content-type"] ?? "",
    "",
    "",
    all["if-match"] ?? "",
    all["if-none-match"] ?? "",
    "",
    "",
    `${own.join("")}/${account}${path}${asked.join("")}`,
  ].join("\n");
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  const reply = await fetch(`${origin}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { ...all, authorization: `SharedKey ${account}:${signature}` },
    ...(method === "PUT" ? { body } : {}),
  });
  const text = await reply.text();
  return { status: reply.status, etag: reply.headers.get("etag"), text };
}

class Recorder {
  constructor(origin) {
    this.origin = origin;
    this.note({ history: 1, versions: "opaque" });
  }

  note(line) {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }

  async record({ op, client, names, value }, request) {
    const invoke = performance.now();
    const { status, etag } = await send(this.origin, {
      path: blob,
      ...request,
      headers: { ...request.headers, ...(names === undefined ? {} : { "if-match": names }) },
    });
    const outcome = outcomeOf(status);
    this.note({
      op,
      object: "ground/a",
      client,
      invoke,
      ...(outcome === "unknown" ? {} : { return: performance.now() }),
      outcome,
      ...(names === undefined ? {} : { precondition: names }),
      ...(outcome === "ok" && etag !== null ? { version: etag } : {}),
      ...(value === undefined ? {} : { value }),
    });
    return etag;
  }

  put(operation, body) {
    const headers = { "x-ms-blob-type": "BlockBlob" };
    return this.record(operation, { method: "PUT", headers, body });
  }
}

function outcomeOf(status) {
  if (status < 300) return "ok";
  return { 404: "not-found", 409: "conflict", 412: "conflict" }[status] ?? "unknown";
}

const scenarios = {
  /** Two clients replace the version that both have read. */
  async "put-if-match"(recorder) {
    const first = await recorder.put({ op: "create", client: "north" }, "1");
    for (const client of ["north", "south"])
      await recorder.put({ op: "cas", client, names: first }, client);
    await recorder.record({ op: "read", client: "north" }, { method: "HEAD" });
  },

  /** A client changes the metadata, which is part of the stored value. */
  async "set-metadata"(recorder) {
    await recorder.put({ op: "create", client: "north", value: "1" }, "1");
    await recorder.record(
      { op: "put", client: "north", value: "1, owned by north" },
      { method: "PUT", query: { comp: "metadata" }, headers: { "x-ms-meta-owner": "north" } },
    );
  },

  /** A client sets tags, which are not part of the blob, and then replaces the version that it has read. */
  async "set-tags"(recorder) {
    const first = await recorder.put({ op: "create", client: "north" }, "1");
    const body = "<Tags><TagSet><Tag><Key>owner</Key><Value>north</Value></Tag></TagSet></Tags>";
    const { status } = await send(recorder.origin, {
      method: "PUT",
      path: blob,
      query: { comp: "tags" },
      headers: { "content-type": "application/xml" },
      body,
    });
    if (status >= 300) throw new Error(`the tags were refused: HTTP ${status}`);
    await recorder.put({ op: "cas", client: "north", names: first }, "2");
  },
};

async function freePort() {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function main() {
  const folder = await mkdtemp(join(tmpdir(), "museum-azurite-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const words = `--silent --blobHost 127.0.0.1 --blobPort ${port} --location ${folder}`;
  const child = spawn(
    process.execPath,
    ["node_modules/azurite/dist/src/blob/main.js", ...words.split(" ")],
    { stdio: "ignore" },
  );
  try {
    const container = {
      method: "PUT",
      path: `/${account}/ground`,
      query: { restype: "container" },
    };
    for (let left = 300; ; left -= 1) {
      const status = await send(origin, container).then(
        (reply) => reply.status,
        () => 0,
      );
      if (status === 201) break;
      if (left === 0) throw new Error(`there is no container: HTTP ${status}`);
      await pause(100);
    }
    await scenarios[process.argv.at(-1)](new Recorder(origin));
  } finally {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
