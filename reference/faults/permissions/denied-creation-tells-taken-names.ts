import { defineFault } from "../../store/fault.ts";

/** The name is looked up before the caller is. */
export const deniedCreationTellsTakenNames = defineFault({
  name: "denied-creation-tells-taken-names",
  summary: "A creation that would be denied is told first that the name is taken.",
  breaks: ["authorization.existence-not-disclosed"],
  change: (rules) => ({
    writeSteps: (request) =>
      request.verb === "create"
        ? ["existence", ...rules.writeSteps(request)]
        : rules.writeSteps(request),
  }),
});
