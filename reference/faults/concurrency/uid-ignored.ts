import { defineFault } from "../../store/fault.ts";

/** The uid is read and forgotten. */
export const uidIgnored = defineFault({
  name: "uid-ignored",
  summary: "A status write that names another uid is carried out.",
  breaks: ["concurrency.uid-precondition"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const { uid: _ignored, ...rest } = request;
      return rules.precondition(request.verb === "updateStatus" ? rest : request, stored);
    },
  }),
});
