import { acceptingStaleStatus } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** Versions are compared by their order, and only older ones are taken for stale. */
export const futureVersionAccepted = defineFault({
  name: "future-version-accepted",
  summary: "A status write with a version that is greater than the current one is accepted.",
  line: "second",
  breaks: ["concurrency.foreign-version-refused"],
  change: (rules) => ({
    precondition: acceptingStaleStatus(
      rules,
      ({ resourceVersion }, stored) =>
        Number(resourceVersion) > Number(stored?.metadata.resourceVersion),
    ),
  }),
});
