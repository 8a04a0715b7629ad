import { defineFault } from "../../store/fault.ts";

/** The precondition stands in the transport, in front of the permissions. */
export const versionBeforeAuthorization = defineFault({
  name: "version-before-authorization",
  summary: "A denied write at a stale version is told that it is stale.",
  breaks: ["authorization.before-version-and-validation"],
  change: (rules) => ({
    writeSteps: (request) => ["precondition", ...rules.writeSteps(request)],
  }),
});
