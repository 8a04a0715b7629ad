import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";

export interface ReadinessQuestion {
  readonly endpoint: string;
  readonly certificatePath: string;
  readonly token: string;
}

const pollMs = 100;

export async function isReady(question: ReadinessQuestion): Promise<boolean> {
  try {
    const ca = await readFile(question.certificatePath);
    await using dispatcher = disposableAgent(ca);
    const { statusCode, body } = await request(`${question.endpoint}/readyz`, {
      dispatcher: dispatcher.agent,
      headers: { authorization: `Bearer ${question.token}` },
    });
    await body.dump();
    if (statusCode === 200) return true;
  } catch {
    // The server is not listening yet, or has not written its certificate yet.
  }
  await pause(pollMs);
  return false;
}

function disposableAgent(ca: Buffer): AsyncDisposable & { readonly agent: Agent } {
  const agent = new Agent({ connect: { ca } });
  return { agent, [Symbol.asyncDispose]: () => agent.close() };
}
