import { HarnessError } from "./errors.ts";
import type { Ending } from "./exit-code.ts";
import type { Interruption } from "./interruption.ts";
import type { World } from "./world.ts";

/** Work that can be told to stop. */
export interface Stoppable {
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly work: (signal: AbortSignal, atOnce: Interruption["atOnce"]) => Promise<Ending>;
  /** Written where the work failed because it was told to stop: `interrupted before the first check`. */
  readonly words: string;
}

/** Runs work until it is done, or until the user or the system stops it. */
export async function stoppable(world: World, { work, words }: Stoppable): Promise<Ending> {
  using interruption = world.listen();
  const { signal } = interruption;
  try {
    return await work(signal, interruption.atOnce);
  } catch (error) {
    // What fails because it was told to stop has not failed.
    if (!signal.aborted || error instanceof HarnessError) throw error;
    world.err.write(`${words}\n`);
    return { ending: "interrupted" };
  }
}
