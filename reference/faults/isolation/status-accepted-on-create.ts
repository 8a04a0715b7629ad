import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";
import { addInputMembers } from "../../values/sdl.ts";
import { overlooking } from "../shared/overlooking.ts";

/** A creation stores what it is given. */
export const statusAcceptedOnCreate = defineFault({
  name: "status-accepted-on-create",
  summary: "A status that comes with a creation is stored.",
  breaks: [
    "isolation.create-never-stores-status",
    "isolation.one-way-of-refusing",
    "allocation.author-cannot-forge",
  ],
  change: (rules) => ({
    schema: (sdl) => addInputMembers(rules.schema(sdl), /^Create\w+Input$/, "status: JSON"),
    validate: overlooking(rules, ({ field }, { verb }) => verb === "create" && field === "status"),
    createObject: (request, stamp) => {
      const status = request.content.foreign.beside["status"];
      const object = rules.createObject(request, stamp);
      return isJsonObject(status) ? { ...object, status } : object;
    },
  }),
});
