import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../kubernetes/free-port.ts";
import { ServerProcess } from "../kubernetes/server-process.ts";
import type { Implementer } from "./implementer.ts";

export interface Served extends AsyncDisposable {
  readonly url: string;
}

/** Time limit for starting a server, in milliseconds. */
const readyMs = 120_000;

const pollMs = 100;

export interface Startable extends Pick<Implementer, "path" | "start"> {
  /** Checks whether the server responds at its address. Sends a GraphQL request by default. */
  readonly isAnswered?: (url: string) => Promise<boolean>;
}

export async function serve(
  { start: [program = "", ...words], path, isAnswered = answersGraphql }: Startable,
  folder: string,
  mistake = "",
): Promise<Served> {
  const port = await freePort();
  const logPath = join(folder, `server-${mistake === "" ? "clean" : mistake}.log`);
  const process = new ServerProcess({
    program: program.includes("/") ? resolve(folder, program) : program,
    parameters: words,
    logPath,
    folder,
    environment: { PORT: String(port), MISTAKE: mistake },
  });
  const url = `http://127.0.0.1:${port}${path}`;
  const untilMs = performance.now() + readyMs;
  while (process.isRunning && performance.now() < untilMs) {
    if (await isAnswered(url))
      return { url, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
    await pause(pollMs);
  }
  await process[Symbol.asyncDispose]();
  throw new Error(`the server does not reply: ${(await readFile(logPath, "utf8")).slice(-500)}`);
}

async function answersGraphql(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    await reply.text();
    return true;
  } catch {
    return false;
  }
}
