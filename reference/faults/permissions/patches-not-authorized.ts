import { defineFault } from "../../store/fault.ts";

/** The patches came later, and the question who may report stayed with the mutation that was there first. */
export const patchesNotAuthorized = defineFault({
  name: "patches-not-authorized",
  summary: "Everybody with a valid credential may write a status by a patch.",
  breaks: [
    "authorization.author-cannot-write-status",
    "authorization.namespace-limits-hold",
    "allocation.author-cannot-forge",
    "authorization.reader-cannot-write",
    "authorization.name-limits-hold",
  ],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isPatch = ["merge", "json", "apply"].includes(request.form);
      return isPatch ? steps.filter((step) => step !== "authorization") : steps;
    },
  }),
});
