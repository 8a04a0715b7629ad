import { describeKey } from "#contract";
import { defineFault } from "../../store/fault.ts";
import { refuse } from "../../values/refusal.ts";

/** A conditional write to the database touched no row: it must have been changed by somebody. */
export const missingObjectConflicts = defineFault({
  name: "missing-object-conflicts",
  summary: "A status write to a missing object is refused as a conflict.",
  breaks: [
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "errors.reasons-distinguishable",
    "write.apply-never-creates",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    existence: (request, stored) =>
      stored === undefined && request.verb === "updateStatus"
        ? refuse("CONFLICT", `${describeKey(request.key)} was changed since it was read.`)
        : rules.existence(request, stored),
  }),
});
