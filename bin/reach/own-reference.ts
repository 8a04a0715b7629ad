import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { suiteCommand } from "#contract";
import { startReference } from "#reference";
import { HarnessError } from "../process/errors.ts";
import { canUseThreads } from "../process/can-use-threads.ts";

/** The reference server that a run starts for itself. Disposing ends it. */
export interface OwnReference extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts the reference in a thread of its own, so that the suite and the server do not wait for one
 * another. The sources alone, which no thread can load, run it in this one. `failed` is told when the
 * server ends before its time.
 *
 * @throws HarnessError when it does not start.
 */
export async function startOwnReference(failed: (problem: string) => void): Promise<OwnReference> {
  if (!canUseThreads) return startReference();
  const worker = new Worker(new URL("reference-worker.js", import.meta.url), {
    // A young generation that stays small: what is thrown away most would fill 40 MB more.
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
    throw new Error("its thread did not report its address");
  } catch (error) {
    await worker.terminate();
    throw new HarnessError(problemOf(error), {
      mend: `Look for a server with \`${suiteCommand} serve\`, which prints more, and check it with --endpoint.`,
      cause: error,
    });
  }
}

function problemOf(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `the built-in reference server failed: ${why}`;
}
