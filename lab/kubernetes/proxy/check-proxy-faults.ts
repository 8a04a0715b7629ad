import { readFile } from "node:fs/promises";
import { isWhole, renderKillMatrix } from "#reports";
import { Cluster } from "../cluster.ts";
import type { ClusterOptions } from "../cluster.ts";
import { proxyFaults } from "./faults/index.ts";
import type { ProxyFault } from "./proxy-fault.ts";
import type { RequirementId } from "#contract";
import { killMatrixOf } from "../../../bin/self-test/trials-matrix.ts";
import type { Trial } from "../../../bin/self-test/fault-trial.ts";
import type { KillMatrix } from "#reports";
import { tryProxyFault } from "./try-proxy-fault.ts";
import type { TrialPlace } from "./try-proxy-fault.ts";

interface ProxyFaultsOptions {
  readonly place: TrialPlace;
  readonly faults: readonly ProxyFault[];
  readonly concurrency: number;
  readonly tried: (trial: Trial) => void;
  readonly signal: AbortSignal;
}

/**
 * Tests the API server without a fault against the requirements that any fault violates, then with each fault against
 * the requirements that this fault violates. The first probe creates the shared kinds.
 */
async function runProxyFaults(options: ProxyFaultsOptions): Promise<KillMatrix> {
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
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return killMatrixOf({ clean, faulty, faults, isWhole: false });
}

export interface ProxyFaultsCheck {
  readonly servers: ClusterOptions;
  readonly names: readonly string[];
  readonly log: (line: string) => void;
}

export interface ProxyFaultsOutcome {
  readonly isWhole: boolean;
  readonly text: string;
}

/** Number of concurrent probes. More would not be faster, because the server takes most of the CPU time. */
const concurrency = 3;

/**
 * Starts an API server, and puts a proxy with one fault at a time in front of it. Reports the requirements that
 * detected each fault. Rejects if a name is unknown or the server does not start.
 */
export async function checkProxyFaults(check: ProxyFaultsCheck): Promise<ProxyFaultsOutcome> {
  const { servers, names, log } = check;
  const faults = pick(names);
  await using cluster = await Cluster.start(servers);
  const matrix = await runProxyFaults({
    place: {
      endpoint: cluster.endpoints[0] ?? "",
      certificateAuthority: await readFile(cluster.certificatePath()),
      administratorToken: cluster.tokens.admin,
      suffix: "proxied",
    },
    faults,
    concurrency,
    tried: ({ fault = "without a fault", durationMs }) => log(`tried ${fault} (${durationMs} ms)`),
    signal: new AbortController().signal,
  });
  const text = renderKillMatrix(matrix, { width: 100, colorLevel: 0 });
  return { isWhole: isWhole(matrix), text };
}

function pick(names: readonly string[]): readonly ProxyFault[] {
  if (names.length === 0) return proxyFaults;
  return names.map((name) => {
    const fault = proxyFaults.find((known) => known.name === name);
    if (fault !== undefined) return fault;
    const all = proxyFaults.map((known) => known.name).join(", ");
    throw new Error(`there is no fault ${name}; there are ${all}`);
  });
}
