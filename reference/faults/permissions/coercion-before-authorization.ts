import { defineFault } from "../../store/fault.ts";

/** What GraphQL refuses never comes to the resolver that would have authorized it. */
export const coercionBeforeAuthorization = defineFault({
  name: "coercion-before-authorization",
  summary: "A denied write of the wrong form is told what is wrong with it.",
  breaks: [
    "authorization.before-version-and-validation",
    "errors.existence-before-version",
    "errors.stale-and-invalid-order",
  ],
  change: (rules) => ({
    writeSteps: (request) =>
      request.mayCommit ? rules.writeSteps(request) : ["validation", "commit"],
  }),
});
