import { defineFault } from "../../store/fault.ts";

/** What changes nothing needs no permission. */
export const dryRunSkipsAuthorization = defineFault({
  name: "dry-run-skips-authorization",
  summary: "A dry run of a status write is accepted from everybody.",
  breaks: ["write.dry-run-is-decided-like-the-write"],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isTrial = request.verb === "updateStatus" && request.options.isDryRun;
      return isTrial && request.mayCommit
        ? steps.filter((step) => step !== "authorization")
        : steps;
    },
  }),
});
