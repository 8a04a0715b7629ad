import { defineFault } from "../../store/fault.ts";

/** The object is stored as if it were new, with the time of the write. */
export const statusWriteRenewsCreationTime = defineFault({
  name: "status-write-renews-creation-time",
  summary: "A status write sets the creation time anew.",
  breaks: ["write.keeps-identity"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const written = rules.updateStatus(request, stored, status);
      const creationTimestamp = "2001-01-01T00:00:00Z";
      return { ...written, metadata: { ...written.metadata, creationTimestamp } };
    },
  }),
});
