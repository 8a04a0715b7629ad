import { readFile } from "node:fs/promises";
import { Agent, request } from "undici";
import type { Cluster } from "./cluster.ts";

export interface Answered {
  readonly status: number;
  readonly text: string;
}

export function askCluster(cluster: Cluster, path: string, body?: unknown): Promise<Answered> {
  return send(cluster, path, body === undefined ? { method: "GET" } : { method: "POST", body });
}

export function replaceInCluster(cluster: Cluster, path: string, body: unknown): Promise<Answered> {
  return send(cluster, path, { method: "PUT", body });
}

export function patchInCluster(cluster: Cluster, path: string, body: unknown): Promise<Answered> {
  return send(cluster, path, { method: "PATCH", body });
}

export function deleteFromCluster(cluster: Cluster, path: string): Promise<Answered> {
  return send(cluster, path, { method: "DELETE" });
}

async function send(
  cluster: Cluster,
  path: string,
  {
    method,
    body,
  }: { readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT"; readonly body?: unknown },
): Promise<Answered> {
  const agent = new Agent({ connect: { ca: await readFile(cluster.certificatePath()) } });
  try {
    const reply = await request(`${cluster.endpoints[0] ?? ""}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        authorization: `Bearer ${cluster.tokens.admin}`,
        "content-type": `application/${method === "PATCH" ? "merge-patch+" : ""}json`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, text: await reply.body.text() };
  } finally {
    await agent.close();
  }
}
