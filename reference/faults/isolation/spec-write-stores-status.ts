import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The boxed object of the generic mutation is stored with all that is in it. */
export const specWriteStoresStatus = defineFault({
  name: "spec-write-stores-status",
  summary: "A status inside the boxed spec of a generic update is stored as the object's status.",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "isolation.status-in-spec-write-is-rejected",
    "isolation.one-way-of-refusing",
    "allocation.author-cannot-forge",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "update" && field === "spec.status",
    ),
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const { status } = request.content.foreign.inside;
      return isJsonObject(status) ? { ...updated, status } : updated;
    },
  }),
});
