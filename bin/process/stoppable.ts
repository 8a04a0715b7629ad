import { HarnessError } from "./program-errors.ts";
import type { Ending } from "./exit-code.ts";
import type { Interruption } from "./interruption.ts";
import type { World } from "./world.ts";

export interface Stoppable {
  /** `signal` aborts on the first SIGINT, SIGTERM or SIGHUP. */
  readonly work: (signal: AbortSignal, runSync: Interruption["runSync"]) => Promise<Ending>;
  /** Printed if the abort caused the work to fail, e.g. `interrupted before the first check`. */
  readonly message: string;
}

export async function stoppable(world: World, { work, message }: Stoppable): Promise<Ending> {
  using interruption = world.listen();
  const { signal } = interruption;
  try {
    return await work(signal, interruption.runSync);
  } catch (error) {
    // An error caused by the abort is not a failure.
    if (!signal.aborted || error instanceof HarnessError) throw error;
    world.err.write(`${message}\n`);
    return { ending: "interrupted" };
  }
}
