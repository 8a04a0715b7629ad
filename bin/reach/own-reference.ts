import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { suiteCommand } from "#contract";
import { startReference } from "#reference";
import { canUseThreads } from "../process/can-use-threads.ts";
import { HarnessError } from "../process/program-errors.ts";

/** A reference server that a run starts for itself. Disposing stops it. */
export interface OwnReference extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts the reference server in its own thread, so that the server and the suite do not block each other. If the
 * program runs from sources, which worker threads cannot load, the server runs in the calling thread. Calls `failed`
 * when the server exits early.
 *
 * @throws HarnessError when it does not start.
 */
export async function startOwnReference(failed: (problem: string) => void): Promise<OwnReference> {
  if (!canUseThreads) return startReference();
  const worker = new Worker(new URL("reference-worker.js", import.meta.url), {
    // A small young generation saves 40 MB of short-lived garbage.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const url = await addressOf(worker);
  let isWanted = true;
  worker.on("error", (error) => failed(problemOf(error)));
  worker.on("exit", () => {
    if (isWanted) failed(problemOf("its thread exited"));
  });
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      isWanted = false;
      await worker.terminate();
    },
  };
}

async function addressOf(worker: Worker): Promise<string> {
  try {
    const [sent]: unknown[] = await once(worker, "message");
    if (typeof sent === "string") return sent;
    throw new Error("the server thread did not report its address");
  } catch (error) {
    await worker.terminate();
    throw new HarnessError(problemOf(error), {
      fix: `Start a server with \`${suiteCommand} serve\`, which prints more details, and check it with --endpoint.`,
      cause: error,
    });
  }
}

function problemOf(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `the built-in reference server failed: ${why}`;
}
