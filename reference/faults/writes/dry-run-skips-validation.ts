import { defineFault } from "../../store/fault.ts";

/** What is not stored need not be valid. */
export const dryRunSkipsValidation = defineFault({
  name: "dry-run-skips-validation",
  summary: "A dry run of an invalid status is accepted.",
  breaks: ["write.dry-run-is-decided-like-the-write"],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isTrial = request.verb === "updateStatus" && request.options.isDryRun;
      return isTrial && request.mayCommit ? steps.filter((step) => step !== "validation") : steps;
    },
  }),
});
