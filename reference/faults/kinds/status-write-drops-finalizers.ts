import { defineFault } from "../../store/fault.ts";

/** The status is stored with metadata that know no finalizers. */
export const statusWriteDropsFinalizers = defineFault({
  name: "status-write-drops-finalizers",
  summary: "A status write removes all finalizers.",
  breaks: ["deletion.status-writes-go-on"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { finalizers: _forgotten, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});
