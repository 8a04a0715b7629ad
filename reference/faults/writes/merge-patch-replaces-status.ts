import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** A merge patch is taken for the new state. */
export const mergePatchReplacesStatus = defineFault({
  name: "merge-patch-replaces-status",
  summary: "A merge patch removes the members of the status that it does not mention.",
  breaks: [
    "write.omitted-members-unchanged",
    "write.merge-patch-keeps-unmentioned-members",
    "write.null-clears-member",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const { content, form } = request;
      return form === "merge" && isJsonObject(content.status)
        ? rules.updateStatus(request, stored, rules.replaceStatus(request, content.status))
        : rules.updateStatus(request, stored, status);
    },
  }),
});
