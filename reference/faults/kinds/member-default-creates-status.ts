import { defineFault } from "../../store/fault.ts";

/** Defaults are filled into the whole object, and an absent status is an empty one. */
export const memberDefaultCreatesStatus = defineFault({
  name: "member-default-creates-status",
  summary: "The defaults of status members make a status before anybody has reported one.",
  breaks: ["write.member-default-creates-no-status"],
  change: (rules) => ({
    applyDefaults: (request, written) => {
      const completed = rules.applyDefaults(request, written);
      const status = completed.status ?? request.kind.structure?.status.complete({}) ?? {};
      return Object.keys(status).length === 0 ? completed : { ...completed, status };
    },
  }),
});
