import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** The row of the status is changed without its version where a shortcut finds the rest unchanged. */
export const versionKeptOneIn200 = defineFault({
  name: "version-kept-one-in-200",
  summary: "One status write in 200 keeps the version of the object.",
  line: "second",
  phase: "history",
  breaks: [
    "concurrency.version-changes-with-content",
    "concurrency.versions-advance",
    "write.stores-submitted-status",
    "watch.unique",
    "watch.event-carries-stored-object",
  ],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      nextVersion: (newest, change) => {
        const { request, before } = change;
        if (request.verb !== "updateStatus" || before === undefined || !isRare()) {
          return rules.nextVersion(newest, change);
        }
        return Number(before.metadata.resourceVersion);
      },
    };
  },
});
