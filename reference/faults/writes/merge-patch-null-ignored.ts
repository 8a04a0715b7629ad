import { isJsonObject } from "#contract";
import { withoutNulls } from "../../values/merge-objects.ts";
import { defineFault } from "../../store/fault.ts";

/** Absent and null are one thing to the code that reads the patch. */
export const mergePatchNullIgnored = defineFault({
  name: "merge-patch-null-ignored",
  summary: "A member that is null in a merge patch stays as it is.",
  breaks: ["write.merge-patch-null-removes-member", "write.null-clears-member"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const { content, form } = request;
      if (form !== "merge" || !isJsonObject(content.status)) {
        return rules.updateStatus(request, stored, status);
      }
      const merged = rules.mergeStatus(stored.status, withoutNulls(content.status));
      return rules.updateStatus(request, stored, merged);
    },
  }),
});
