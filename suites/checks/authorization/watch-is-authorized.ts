import { defineCheck, vacuous } from "#harness";
import {
  judgeDeniedWatches,
  readAsDenied,
  tryDeniedWatches,
  watchRoutes,
} from "./denied-watches.ts";
import type { WatchTrial } from "./denied-watches.ts";

const requirement = "authorization.watch-is-authorized";

export const watchIsAuthorized = defineCheck<readonly WatchTrial[]>({
  id: "authorization/watch-is-authorized",
  title: "A caller without read access cannot watch",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["watch", "watch.authorization"],
  verbs: ["watch"],

  async drive(context) {
    const [namespace] = context.kind.namespaces;
    const denied = ["stranger", "anonymous", "invalid", "expired"] as const;
    const where = namespace === undefined ? {} : { namespace };
    const reads = await readAsDenied(context, denied);
    return Promise.all(
      watchRoutes(context).map(async (route) => ({
        ...(await tryDeniedWatches(context, { route, denied, ...where })),
        reads,
      })),
    );
  },

  judge(trials) {
    const findings = trials.flatMap((trial) => judgeDeniedWatches(trial, requirement));
    const note = "every credential has read access";
    return findings.length === 0 ? vacuous([requirement], note) : findings;
  },
});
