import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";
import { addInputMembers } from "../../values/sdl.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The status mutation takes a spec as well, and stores it. */
export const statusWriteStoresSpec = defineFault({
  name: "status-write-stores-spec",
  summary: "A spec that comes with a status write is stored with it.",
  breaks: [
    "isolation.status-write-never-changes-spec",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    schema: (sdl) => addInputMembers(rules.schema(sdl), /^Update\w+StatusInput$/, "spec: JSON"),
    validate: overlooking(
      rules,
      ({ field }, { verb }) =>
        verb === "updateStatus" && (field === "spec" || field === "status.spec"),
    ),
    updateStatus: (request, stored, status) => {
      const { beside, inside } = request.content.foreign;
      const spec = beside["spec"] ?? inside["spec"];
      const updated = rules.updateStatus(request, stored, status);
      return isJsonObject(spec) ? { ...updated, spec } : updated;
    },
  }),
});
