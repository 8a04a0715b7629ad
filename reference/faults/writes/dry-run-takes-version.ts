import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";

/** The transaction is rolled back, apart from its version. */
export const dryRunTakesVersion = defineFault({
  name: "dry-run-takes-version",
  summary: "A dry run of a status write gives the object a new version, and nothing else.",
  breaks: [
    "write.dry-run-takes-no-version",
    "write.dry-run-stores-nothing",
    "write.dry-run-returns-the-result",
  ],
  change: (rules) => ({
    isDryRun: (request) => request.verb !== "updateStatus" && rules.isDryRun(request),
    isNoOp: (request, before, after) => !isTrial(request) && rules.isNoOp(request, before, after),
    updateStatus: (request, stored, status) =>
      isTrial(request) ? stored : rules.updateStatus(request, stored, status),
    announce: (outcome) => (isTrial(outcome.request) ? [] : rules.announce(outcome)),
  }),
});

function isTrial({ verb, options }: WriteRequest): boolean {
  return verb === "updateStatus" && options.isDryRun;
}
