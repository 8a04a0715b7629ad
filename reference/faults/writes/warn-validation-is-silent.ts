import { defineFault } from "../../store/fault.ts";

/** WARN is IGNORE by another name. */
export const warnValidationIsSilent = defineFault({
  name: "warn-validation-is-silent",
  summary: "Unknown members are dropped without a warning under WARN.",
  breaks: ["write.warning-validation-tells-unknown-members"],
  change: (rules) => ({
    tolerate: (request, cause) => {
      const tolerance = rules.tolerate(request, cause);
      return tolerance === "warn" ? "drop" : tolerance;
    },
  }),
});
