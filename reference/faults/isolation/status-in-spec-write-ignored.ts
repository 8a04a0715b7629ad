import { defineFault } from "../../store/fault.ts";
import { addInputMembers } from "../../values/sdl.ts";
import { overlooking } from "../shared/overlooking.ts";

/** Clients that save whole objects shall not be bothered. */
export const statusInSpecWriteIgnored = defineFault({
  name: "status-in-spec-write-ignored",
  summary: "A status that comes with a spec write is dropped in silence.",
  breaks: ["isolation.status-in-spec-write-is-rejected", "isolation.one-way-of-refusing"],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(rules.schema(sdl), /^Update\w+(?<!Status)Input$/, "status: JSON"),
    validate: overlooking(rules, ({ field }, { verb }) => verb === "update" && field === "status"),
  }),
});
