import { counted, describeWatchEnd } from "#contract";
import { claim, defineCheck, undecided, vacuous } from "#harness";
import type { CheckContext, Finding, WatchObservation } from "#harness";
import { judgeDeniedWatches, tryDeniedWatches, watchAs, watchRoutes } from "./denied-watches.ts";
import type { WatchTrial, WatchRoute } from "./denied-watches.ts";

interface Trial {
  readonly beyond: WatchTrial;
  readonly own: WatchObservation;
  /** The identity's watch on all namespaces, open while an object in the forbidden namespace changes. */
  readonly everywhere: WatchObservation;
  readonly foreign: string;
}

const requirement = "authorization.namespace-limits-hold";

export const namespaceLimitsHoldForWatches = defineCheck<readonly Trial[]>({
  id: "authorization/namespace-limits-hold-for-watches",
  title: "An identity limited to one namespace cannot watch another namespace",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["authorization.namespaces", "watch", "watch.authorization"],
  identities: ["tenant"],
  verbs: ["watch"],

  async drive(context) {
    const [home, foreign] = context.kind.namespaces;
    if (home === undefined || foreign === undefined) return [];
    const tryRoute = async (route: WatchRoute): Promise<Trial> => {
      const [beyond, own, everywhere] = await Promise.all([
        tryDeniedWatches(context, { route, denied: ["tenant"], namespace: foreign }),
        watchHome(context, route, home),
        watchEverywhere(context, route),
      ]);
      return { beyond, own, everywhere, foreign };
    };
    return Promise.all(watchRoutes(context).map(tryRoute));
  },

  judge: (trials) =>
    trials.length === 0
      ? vacuous([requirement], "objects of the kind are in fewer than two namespaces")
      : trials.flatMap((trial) => judgeTrial(trial)),
});

async function watchHome(
  context: CheckContext,
  route: WatchRoute,
  namespace: string,
): Promise<WatchObservation> {
  const probe = await context.watch(watchAs(context, "tenant", { route, namespace }));
  await probe.fence();
  return probe.close();
}

/**
 * Watches all namespaces between two fences. The first fence shows that the watch is live; the second shows that no
 * event is pending.
 */
async function watchEverywhere(
  context: CheckContext,
  route: WatchRoute,
): Promise<WatchObservation> {
  const probe = await context.watch(watchAs(context, "tenant", { route }));
  await probe.fence();
  await context.fixture({ namespace: 1 });
  await probe.fence();
  return probe.close();
}

function judgeTrial(trial: Trial): readonly Finding[] {
  const { own } = trial;
  const isViolated = judgeDeniedWatches(trial.beyond, requirement).some(
    ({ result }) => result === "violated",
  );
  const isDenied = own.end?.end === "refused" && own.end.refusal.reason === "forbidden";
  if (!isViolated || !isDenied) return [...judgeBeyond(trial), judgeEverywhere(trial)];
  const reason = `the credential does not match the role: the identity's watch on its own namespace ${describeWatchEnd(own.end)}, but its watch on another namespace was served`;
  return [undecided(requirement, reason, [own.exchange])];
}

function judgeBeyond({ beyond, own }: Trial): readonly Finding[] {
  const findings = judgeDeniedWatches(beyond, requirement);
  if (own.reached) return findings;
  const how = own.end === undefined ? "it delivered nothing" : `it ${describeWatchEnd(own.end)}`;
  const reason = `no positive control: the identity's watch on its own namespace was not served (${how})`;
  return findings.map((finding) =>
    finding.result === "held" ? undecided(requirement, reason, [own.exchange]) : finding,
  );
}

/**
 * Judges a watch on all namespaces: it may be rejected, or limited to objects that the identity has permission to read.
 */
function judgeEverywhere({ everywhere, foreign }: Trial): Finding {
  const { end, events, reached, exchange } = everywhere;
  const leaked = events.filter(
    ({ object, key }) => (object?.metadata ?? key)?.namespace === foreign,
  );
  const isRefused = end?.end === "refused";
  if (end?.end === "unsupported") {
    const note = `watches on all namespaces are not available: ${end.detail}`;
    const held = { holds: true, expected: "", actual: "" };
    return claim(requirement, { ...held, evidence: [exchange], instances: 0, note });
  }
  if (leaked.length === 0 && !isRefused && !reached) {
    const how = end === undefined ? "delivered nothing" : describeWatchEnd(end);
    return undecided(requirement, `the watch on all namespaces ${how}`, [exchange]);
  }
  return claim(requirement, {
    holds: leaked.length === 0,
    expected: `rejected, or without events from namespace ${foreign}`,
    actual: `the watch by ${everywhere.command.identity} on all namespaces delivered ${counted(leaked.length, "event")} from namespace ${foreign}`,
    evidence: [exchange],
  });
}
