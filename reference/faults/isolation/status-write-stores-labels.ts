import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";
import { addInputMembers } from "../../values/sdl.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The status mutation shares the code that reads labels with the author's mutation. */
export const statusWriteStoresLabels = defineFault({
  name: "status-write-stores-labels",
  summary: "Labels that come with a status write are stored with it.",
  breaks: [
    "isolation.status-write-never-changes-metadata",
    "isolation.metadata-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(rules.schema(sdl), /^Update\w+StatusInput$/, "labels: StringMap"),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "updateStatus" && field === "labels",
    ),
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const sent = request.content.foreign.beside["labels"];
      if (!isJsonObject(sent)) return updated;
      const labels: Record<string, string> = {};
      for (const [name, value] of Object.entries(sent)) {
        if (typeof value === "string") labels[name] = value;
      }
      return { ...updated, metadata: { ...updated.metadata, labels } };
    },
  }),
});
