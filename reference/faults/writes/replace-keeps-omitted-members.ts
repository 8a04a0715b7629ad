import { defineFault } from "../../store/fault.ts";

/** Both mutations end in the same merge. */
export const replaceKeepsOmittedMembers = defineFault({
  name: "replace-keeps-omitted-members",
  summary: "A replacement of the status leaves the stored members that it omits.",
  breaks: ["write.replace-removes-omitted-members"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      request.form === "replace"
        ? rules.updateStatus(request, stored, rules.mergeStatus(stored.status, status))
        : rules.updateStatus(request, stored, status),
  }),
});
