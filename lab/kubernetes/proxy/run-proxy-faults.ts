import type { RequirementId } from "#contract";
import { killMatrixOf } from "../../../bin/self-test/kill-matrix.ts";
import type { Trial } from "../../../bin/self-test/fault-trial.ts";
import type { KillMatrix } from "#reports";
import type { ProxyFault } from "./proxy-fault.ts";
import { tryProxyFault } from "./try-proxy-fault.ts";
import type { TrialPlace } from "./try-proxy-fault.ts";

export interface ProxyFaultsOptions {
  readonly place: TrialPlace;
  readonly faults: readonly ProxyFault[];
  readonly atOnce: number;
  readonly tried: (trial: Trial) => void;
  readonly signal: AbortSignal;
}

/**
 * Tests the API server without a fault on the requirements that any fault breaks, then with each fault on the
 * requirements that the fault breaks. The first trial creates the shared kinds.
 */
export async function runProxyFaults(options: ProxyFaultsOptions): Promise<KillMatrix> {
  const { place, faults, tried, signal } = options;
  const named: readonly RequirementId[] = [...new Set(faults.flatMap(({ breaks }) => breaks))];
  const clean = await tryProxyFault(place, { requirements: named, isFirst: true }, signal);
  tried(clean);
  const faulty: Trial[] = [];
  const waiting = [...faults];
  const work = async (): Promise<void> => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const wish = { fault, requirements: fault.breaks, isFirst: false };
      const trial = await tryProxyFault(place, wish, signal);
      faulty.push(trial);
      tried(trial);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  return killMatrixOf({ clean, faulty, faults, isWhole: false });
}
