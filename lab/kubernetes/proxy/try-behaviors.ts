import { readFile } from "node:fs/promises";
import { limits } from "#contract";
import { Cluster } from "../cluster.ts";
import type { ClusterOptions } from "../cluster.ts";
import type { TrialVerdict } from "../../../bin/self-test/fault-trial.ts";
import { behaviors } from "./behaviors.ts";
import type { Behavior } from "./behavior.ts";
import { tryProxyFault } from "./try-proxy-fault.ts";

export interface BehaviorsCheck {
  readonly servers: ClusterOptions;
  readonly names: readonly string[];
  readonly log: (line: string) => void;
}

/**
 * Checks every requirement on a correct API server behind a proxy, once for each behavior. Returns the number of
 * verdicts that differ from the declared ones.
 */
export async function tryBehaviors({ servers, names, log }: BehaviorsCheck): Promise<number> {
  await using cluster = await Cluster.start(servers);
  const place = {
    endpoint: cluster.endpoints[0] ?? "",
    certificateAuthority: await readFile(cluster.certificatePath()),
    administratorToken: cluster.tokens.admin,
    suffix: "behaviors",
  };
  const { signal } = new AbortController();
  const clean = await tryProxyFault(place, { requirements: [], isFirst: true }, signal);
  let wrong = 0;
  for (const behavior of behaviors.filter(
    ({ name }) => names.length === 0 || names.includes(name),
  )) {
    // Each behavior has its own kinds, because some requirements are checked while kinds are being defined.
    const fault = { ...behavior, hasOwnKinds: true };
    const patience = { ...limits, requestMs: behavior.requestMs ?? limits.requestMs };
    const wish = { fault, requirements: [], isFirst: false, limits: patience };
    const { verdicts, problem, durationMs } = await tryProxyFault(place, wish, signal);
    const lines = problem === undefined ? judged(behavior, clean.verdicts, verdicts) : [problem];
    log(`${behavior.name}: ${lines.length} unexpected (${durationMs} ms)`);
    for (const line of lines) log(`  ${line}`);
    wrong += lines.length;
  }
  return wrong;
}

/**
 * Describes unexpected verdicts: requirements that the behavior should violate but does not, and other verdicts that
 * differ from those without the behavior.
 */
function judged(
  { breaks, undecides }: Behavior,
  clean: readonly TrialVerdict[],
  verdicts: readonly TrialVerdict[],
): readonly string[] {
  const usual = new Map(clean.map(({ requirement, verdict }) => [requirement, verdict]));
  return verdicts.flatMap(({ requirement, verdict, reason }) => {
    const isRed = verdict === "fail" || verdict === "warn" || verdict === "flaky";
    if (breaks.includes(requirement))
      return isRed ? [] : [`${requirement}: ${verdict}, not broken`];
    // The API server itself violates some recommendations.
    if (verdict === usual.get(requirement)) return [];
    if (!isRed && verdict !== "pass" && undecides !== undefined) return [];
    return [`${requirement}: ${verdict} (${reason ?? "no reason"})`];
  });
}
