import { readFile } from "node:fs/promises";
import { Agent, request } from "undici";
import type { Cluster } from "./cluster.ts";

/** What an API server said. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Asks the first API server of a cluster something, as its administrator. */
export async function askCluster(
  cluster: Cluster,
  path: string,
  body?: unknown,
): Promise<Answered> {
  const agent = new Agent({ connect: { ca: await readFile(cluster.certificatePath()) } });
  try {
    const reply = await request(`${cluster.endpoints[0] ?? ""}${path}`, {
      dispatcher: agent,
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${cluster.tokens.admin}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, text: await reply.body.text() };
  } finally {
    await agent.close();
  }
}
