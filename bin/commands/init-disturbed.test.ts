import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { isMembers, keyOf, limits } from "#contract";
import { startReference } from "#reference";
import type { Target } from "#targets";
import { parse } from "yaml";
import { connect } from "../reach/connect.ts";
import { call } from "../testing/test-world.ts";

const { signal } = new AbortController();

/** Reports on each Service without a report, as a controller next to the endpoint does. */
async function report(target: Target): Promise<void> {
  const list = {
    verb: "list",
    identity: "controller",
    kind: "Service",
    namespace: "default",
  } as const;
  const { outcome } = await target.execute(list, signal);
  if (outcome.result !== "list") return;
  for (const object of outcome.items.filter(({ status }) => status === undefined)) {
    const { resourceVersion, generation = 0 } = object.metadata;
    await target.execute(
      {
        verb: "updateStatus",
        identity: "controller",
        key: keyOf(object),
        resourceVersion,
        status: { observedGeneration: generation },
      },
      signal,
    );
  }
}

interface Relay extends AsyncDisposable {
  readonly url: string;
}

/** An endpoint at which a controller always reports just before another client writes a status. */
async function startDisturbed(behind: URL, target: Target): Promise<Relay> {
  const server = createServer((request, response) => {
    void (async (): Promise<void> => {
      const body = await text(request);
      if (body.includes("updateServiceStatus")) await report(target);
      const { authorization = "" } = request.headers;
      const headers = { authorization, "content-type": "application/json" };
      const reply = await fetch(behind, { method: "POST", headers, body });
      response.writeHead(reply.status, { "content-type": "application/json" });
      response.end(await reply.text());
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the relay has no port");
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Inferred {
  readonly out: string;
  /** The part of the dialect that states what a refusal means. */
  readonly outcomes: unknown;
}

async function infer(url: string): Promise<Inferred> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-init-"));
  const file = join(folder, "dialect.yaml");
  const identities = ["author=author-token", "controller=controller-token", "reader=reader-token"];
  const words = ["init", "--endpoint", url, "--kind", "Service", "--output", file, "--yes"];
  const { out, err, code } = await call([...words, "--identity", ...identities, "--no-color"]);
  expect(code, err).toBe(0);
  const dialect: unknown = parse(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  return { out: `${out}${err}`, outcomes: isMembers(dialect) ? dialect["outcomes"] : undefined };
}

it("init learns the same refusals next to a controller, and warns of it", async () => {
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  await using disturbed = await startDisturbed(new URL(server.url), target);

  const warning = "another client wrote its objects during the tests";
  const usual = await infer(server.url);
  expect(usual.out).not.toContain(warning);
  const found = await infer(disturbed.url);

  expect(found.out).toContain(warning);
  expect(found.outcomes).toEqual(usual.outcomes);
}, 120_000);
