import { defineFault } from "../../store/fault.ts";

/** Only WARN is understood. */
export const ignoreValidationRefuses = defineFault({
  name: "ignore-validation-refuses",
  summary: "Unknown members are refused under IGNORE.",
  breaks: ["write.ignoring-validation-drops-unknown-members"],
  change: (rules) => ({
    tolerate: (request, cause) => {
      const tolerance = rules.tolerate(request, cause);
      return tolerance === "drop" ? "refuse" : tolerance;
    },
  }),
});
