import { defineFault } from "../../store/fault.ts";

/** What is not stored cannot overwrite anything. */
export const dryRunSkipsVersion = defineFault({
  name: "dry-run-skips-version",
  summary: "A dry run of a status write with a stale version is accepted.",
  breaks: ["write.dry-run-is-decided-like-the-write"],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isTrial = request.verb === "updateStatus" && request.options.isDryRun;
      return isTrial && request.mayCommit ? steps.filter((step) => step !== "precondition") : steps;
    },
  }),
});
