import { readFile } from "node:fs/promises";
import { Agent, request } from "undici";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Cluster } from "../kubernetes/cluster.ts";

export interface ApiRequest {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly body?: JsonValue;
  /** The content type of a patch. Defaults to `application/merge-patch+json`. */
  readonly type?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly object: JsonObject;
}

/** A user of a cluster, with its own user agent. Disposing closes its connections. */
export class ApiClient implements AsyncDisposable {
  readonly #agent: Agent;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #endpoint: string;

  private constructor(agent: Agent, headers: Readonly<Record<string, string>>, endpoint: string) {
    this.#agent = agent;
    this.#headers = headers;
    this.#endpoint = endpoint;
  }

  /**
   * `user` is an administrator of the cluster, and also serves as the token. `server` is the index of an API server.
   */
  static async of(cluster: Cluster, user: string, server = 0): Promise<ApiClient> {
    const ca = await readFile(cluster.certificatePath(server));
    const headers = { authorization: `Bearer ${user}`, "user-agent": `${user}/v1.0.0 (lab)` };
    return new ApiClient(new Agent({ connect: { ca } }), headers, cluster.endpoints[server] ?? "");
  }

  async send({ method, path, body, type }: ApiRequest): Promise<ApiAnswer> {
    const patch = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const reply = await request(`${this.#endpoint}${path}`, {
      dispatcher: this.#agent,
      method,
      headers: { ...this.#headers, "content-type": type ?? patch },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.body.text();
    // Until the server serves the kind, the response is plain text.
    const object: unknown = text.startsWith("{") ? JSON.parse(text) : undefined;
    return { status: reply.statusCode, object: isJsonObject(object) ? object : {} };
  }

  async must(sent: ApiRequest): Promise<JsonObject> {
    const { status, object } = await this.send(sent);
    if (status < 300) return object;
    throw new Error(`${sent.method} ${sent.path} failed with ${status}: ${JSON.stringify(object)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.close();
  }
}
