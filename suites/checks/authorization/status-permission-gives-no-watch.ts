import { defineCheck } from "#harness";
import { judgeDeniedWatches, tryDeniedWatches, watchRoutes } from "./denied-watches.ts";
import type { WatchTrial } from "./denied-watches.ts";

const requirement = "authorization.status-permission-gives-no-read";

export const statusPermissionGivesNoWatch = defineCheck<readonly WatchTrial[]>({
  id: "authorization/status-permission-gives-no-watch",
  title: "An identity with permission only to write the status cannot watch",
  covers: [requirement],
  scope: "kind",
  features: ["authorization.statusOnly", "watch", "watch.authorization"],
  identities: ["reporter"],
  verbs: ["watch"],

  async drive(context) {
    const [namespace] = context.kind.namespaces;
    const where = namespace === undefined ? {} : { namespace };
    return Promise.all(
      watchRoutes(context).map((route) =>
        tryDeniedWatches(context, { route, denied: ["reporter"], ...where }),
      ),
    );
  },

  judge: (trials) => trials.flatMap((trial) => judgeDeniedWatches(trial, requirement)),
});
