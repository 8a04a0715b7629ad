import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { Server } from "node:http";
import { startReference } from "#reference";
import { capturedWorld } from "../captured-world.ts";
import { pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

/** Runs with a budget of 0 to 3,000 writes, while a proxy counts the writes. */
export const budgetAttacks: AttackFamily = {
  name: "write budget",
  proves:
    "no more mutations arrive than the budget allows, and the run ends with a valid exit code",
  weight: 2,
  attempt: async ({ random, folder, program }) => {
    const budget = random.below(random.below(2) === 0 ? 60 : 3_001);
    await using reference = await startReference();
    await using proxy = await CountingProxy.before(reference.url);
    const printed = { out: "", err: "" };
    const words = ["--endpoint", proxy.url, "--ws-endpoint", reference.webSocketUrl];
    const proofBudget = [
      "--runs",
      "1",
      "--attempts",
      "1",
      "--only",
      pick(random, ["write/*#Service*", "concurrency/*#Service*"]),
    ];
    // Generous limits, so that a busy machine is not mistaken for a failure.
    const limits = [
      "--timeout",
      "60",
      "--write-budget",
      String(budget),
      "--output",
      folder(),
      "--config",
      "none",
    ];
    const code = await program(
      ["run", ...words, ...proofBudget, ...limits],
      capturedWorld(printed),
    );
    const { mutations } = proxy;
    return [
      ...(mutations > budget ? [`${mutations} mutations with a budget of ${budget}`] : []),
      ...([0, 1, 4].includes(code) ? [] : [`${code} with a budget of ${budget}: ${printed.err}`]),
    ];
  },
};

class CountingProxy implements AsyncDisposable {
  mutations = 0;
  readonly #server: Server;

  private constructor(behind: string) {
    this.#server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const body = Buffer.concat(chunks);
        if (/"query":"\s*mutation/u.test(body.toString())) this.mutations += 1;
        const { method, headers, url = "/" } = incoming;
        // Each request uses a new connection. If the server closed a reused connection at the same time, the error
        // would be attributed to the proxy.
        const options = { method, headers, agent: false } as const;
        const onward = send(new URL(url, behind), options, (reply) => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(outgoing);
        });
        onward.on("error", () => outgoing.destroy());
        onward.end(body);
      });
    }).listen(0, "127.0.0.1");
  }

  static async before(behind: string): Promise<CountingProxy> {
    const proxy = new CountingProxy(behind);
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return `http://127.0.0.1:${port}/graphql`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
