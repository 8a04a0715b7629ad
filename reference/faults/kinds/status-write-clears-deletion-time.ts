import { defineFault } from "../../store/fault.ts";

/** The status is stored with metadata that were built anew, of the members that the handler knows. */
export const statusWriteClearsDeletionTime = defineFault({
  name: "status-write-clears-deletion-time",
  summary: "A status write takes back a deletion that has begun.",
  breaks: ["write.keeps-deletion-time"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { deletionTimestamp: _forgotten, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});
