import { withoutNulls } from "../../values/merge-objects.ts";
import { defineFault } from "../../store/fault.ts";

/** The submitted status becomes the whole status, as if every writer knew all of it. */
export const statusWriteReplacesStatus = defineFault({
  name: "status-write-replaces-status",
  summary: "A status write removes the members that it does not name.",
  breaks: [
    "write.omitted-members-unchanged",
    "write.null-clears-member",
    "write.merge-patch-keeps-unmentioned-members",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: () => ({
    mergeStatus: (_stored, submitted) => withoutNulls(submitted),
  }),
});
