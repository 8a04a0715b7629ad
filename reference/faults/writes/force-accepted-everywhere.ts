import { defineFault } from "../../store/fault.ts";

/** Options that do not apply are not looked at. */
export const forceAcceptedEverywhere = defineFault({
  name: "force-accepted-everywhere",
  summary: "Force is accepted with writes that are no apply, and does nothing.",
  breaks: ["write.force-belongs-to-apply"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ field }) => field !== "options.force"),
  }),
});
