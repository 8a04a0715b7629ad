import { Pool } from "undici";
import { demoTokens } from "#reference";
import type { PeerProcess } from "./peer-process.ts";

const selection =
  "kind metadata { name namespace uid resourceVersion generation creationTimestamp labels } spec { type loadBalancerIP } status { loadBalancer { ingress { ip } } observedGeneration }";

const createDocument = `mutation ($input: CreateServiceInput!) { service: createService(input: $input) { ${selection} } }`;

export const writeDocument = `mutation ($input: UpdateServiceStatusInput!) { service: updateServiceStatus(input: $input) { ${selection} } }`;

/** Number of concurrent writers. Each writes its own object. */
const writers = 16;

interface Reply {
  readonly data: {
    readonly service: { readonly metadata: { readonly resourceVersion: string } } | null;
  };
}

/** Writes the statuses of services repeatedly. Each write sends the version that the preceding write returned. */
export class StatusWriters implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #versions: string[] = [];
  readonly #run: string;
  #written = 0;

  constructor(peer: Pick<PeerProcess, "url">, run: string) {
    this.#pool = new Pool(new URL(peer.url).origin, { connections: writers });
    this.#run = run;
  }

  /** Creates the services. Must be called before the first write. */
  async create(): Promise<void> {
    for (let writer = 0; writer < writers; writer += 1) {
      const spec = { type: "LoadBalancer", loadBalancerIP: "10.0.0.1" };
      const input = { namespace: "default", name: this.#nameOf(writer), spec };
      this.#versions[writer] = await this.#send("author", createDocument, { input });
    }
  }

  /**
   * Sends N writes, {@link writers} of them concurrently.
   *
   * @throws Error if a write is rejected.
   */
  async write(count: number): Promise<void> {
    let left = count;
    const work = async (writer: number): Promise<void> => {
      for (; left > 0;) {
        left -= 1;
        await this.#writeOnce(writer);
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }

  async #writeOnce(writer: number): Promise<void> {
    this.#written += 1;
    const input = {
      namespace: "default",
      name: this.#nameOf(writer),
      resourceVersion: this.#versions[writer],
      status: {
        observedGeneration: 1,
        loadBalancer: {
          ingress: [{ ip: `10.0.${this.#written % 250}.${(this.#written >> 8) % 250}` }],
        },
      },
    };
    this.#versions[writer] = await this.#send("controller", writeDocument, { input });
  }

  #nameOf(writer: number): string {
    return `bench-${this.#run}-${writer}`;
  }

  async #send(role: "author" | "controller", query: string, variables: unknown): Promise<string> {
    const { body } = await this.#pool.request({
      path: "/graphql",
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        authorization: `Bearer ${demoTokens[role]}`,
      },
      body: JSON.stringify({ query, variables }),
    });
    const text = await body.text();
    const reply: Reply = JSON.parse(text);
    const version = reply.data?.service?.metadata.resourceVersion;
    if (version === undefined) throw new Error(`a write was rejected: ${text.slice(0, 500)}`);
    return version;
  }
}
