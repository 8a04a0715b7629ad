import { defineCheck } from "#harness";
import { judgeDeniedWatches, tryDeniedWatches, waysToWatch } from "./denied-watches.ts";
import type { WatchTrial } from "./denied-watches.ts";

const requirement = "authorization.watch-is-authorized";

/** A watch is a read that does not end: it must ask the same question. The control is the controller's watch. */
export const watchIsAuthorized = defineCheck<readonly WatchTrial[]>({
  id: "authorization/watch-is-authorized",
  title: "A watch is refused to those who may not read",
  covers: [requirement],
  scope: "kind",
  features: ["watch", "watch.authorization"],
  identities: ["stranger"],
  verbs: ["watch"],

  async drive(context) {
    const [namespace] = context.kind.namespaces;
    const denied = ["stranger", "anonymous", "invalid", "expired"] as const;
    const where = namespace === undefined ? {} : { namespace };
    return Promise.all(
      waysToWatch(context).map((way) => tryDeniedWatches(context, { way, denied, ...where })),
    );
  },

  judge: (trials) => trials.flatMap((trial) => judgeDeniedWatches(trial, requirement)),
});
