import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { call } from "../testing/test-world.ts";

/** A proxy that reads credentials from another place than the server behind it. */
interface Front extends AsyncDisposable {
  readonly url: string;
}

type ReadCredential = (request: IncomingMessage) => string | undefined;

async function startFront(behind: string, credentialIn: ReadCredential): Promise<Front> {
  const server = createServer((request, response) => {
    void (async (): Promise<void> => {
      const credential = credentialIn(request);
      const reply = await fetch(behind, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        },
        body: await text(request),
      });
      response.writeHead(reply.status, { "content-type": "application/json" });
      response.end(await reply.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function schemed(scheme: string): ReadCredential {
  return ({ headers }) => {
    const [first, second] = (headers.authorization ?? "").split(" ");
    return first === scheme ? second : undefined;
  };
}

const fronts: Readonly<Record<string, ReadCredential>> = {
  "Token $credential": schemed("Token"),
  "JWT $credential": schemed("JWT"),
  "X-API-Key": ({ headers }) => headers["x-api-key"]?.toString(),
};

const words = [
  "--identity",
  "author=author-token",
  "controller=controller-token",
  "--kind",
  "Service",
];

describe("init without --header", { timeout: 240_000 }, () => {
  it.each(Object.entries(fronts))("finds that credentials are sent as %s", async (form, read) => {
    await using server = await startReference();
    await using front = await startFront(server.url, read);

    const { code, out, err } = await call([
      "init",
      "--endpoint",
      front.url,
      "--output",
      "-",
      ...words,
    ]);

    expect(code).toBe(0);
    expect(out).toContain(form);
    expect(err).toMatch(/high +create createService/u);
  });

  it("reports credentials that are never accepted", async () => {
    await using server = await startReference();
    await using front = await startFront(server.url, () => undefined);

    const { err } = await call(["init", "--endpoint", front.url, "--output", "-", ...words]);

    expect(err).toMatch(/low +credentials: the author was refused like a caller without/u);
  });
});
