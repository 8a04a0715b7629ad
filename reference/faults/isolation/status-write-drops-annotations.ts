import { defineFault } from "../../store/fault.ts";

/** The metadata are rebuilt on a status write, from a list of members that lacks one. */
export const statusWriteDropsAnnotations = defineFault({
  name: "status-write-drops-annotations",
  summary: "A status write removes the annotations of the object.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { annotations: _dropped, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});
