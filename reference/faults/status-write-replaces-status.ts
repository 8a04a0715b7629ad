import { withoutNulls } from "../content/merge-objects.ts";
import { defineFault } from "../fault.ts";

/** The submitted status becomes the whole status, as if every writer knew all of it. */
export const statusWriteReplacesStatus = defineFault({
  name: "status-write-replaces-status",
  summary: "A status write removes the members that it does not name.",
  breaks: ["write.omitted-members-unchanged", "write.null-clears-member"],
  change: () => ({
    mergeStatus: (_stored, submitted) => withoutNulls(submitted),
  }),
});
