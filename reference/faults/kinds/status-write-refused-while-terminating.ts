import { defineFault } from "../../store/fault.ts";
import { refuse } from "../../values/refusal.ts";

/** Nothing is written to what is about to go. */
export const statusWriteRefusedWhileTerminating = defineFault({
  name: "status-write-refused-while-terminating",
  summary: "A status write to an object whose deletion has begun is refused as a conflict.",
  breaks: ["deletion.status-writes-go-on"],
  change: (rules) => ({
    precondition: (request, stored) =>
      request.verb === "updateStatus" && stored?.metadata.deletionTimestamp !== undefined
        ? refuse("CONFLICT", "The object is being deleted.")
        : rules.precondition(request, stored),
  }),
});
