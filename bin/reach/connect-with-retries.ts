import { scaleLimits } from "#contract";
import { TargetUnreachable } from "#targets";
import type { Target } from "#targets";
import { connectTarget } from "./connect-target.ts";
import type { ConnectTargetOptions } from "./connect-target.ts";

const growing = [1, 2, 4] as const;

/** Connects to the endpoint. After a timeout, retries with a longer one. */
export async function connectWithRetries(
  options: Omit<ConnectTargetOptions, "limits">,
): Promise<Target> {
  const { timeFactor } = options.settings;
  let last: unknown;
  for (const factor of growing) {
    try {
      return await connectTarget({ ...options, limits: scaleLimits(timeFactor * factor) });
    } catch (error) {
      if (!(error instanceof TargetUnreachable) || !error.isTimeout) throw error;
      if (options.signal.aborted) throw error;
      last = error;
    }
  }
  throw last;
}
