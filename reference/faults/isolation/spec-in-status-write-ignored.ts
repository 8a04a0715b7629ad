import { defineFault } from "../../store/fault.ts";
import { addInputMembers } from "../../values/sdl.ts";
import { overlooking } from "../shared/overlooking.ts";

/** One input type for both mutations; each takes what it needs from it. */
export const specInStatusWriteIgnored = defineFault({
  name: "spec-in-status-write-ignored",
  summary: "A spec that comes with a status write is dropped in silence.",
  breaks: ["isolation.spec-in-status-write-is-rejected", "isolation.one-way-of-refusing"],
  change: (rules) => ({
    schema: (sdl) => addInputMembers(rules.schema(sdl), /^Update\w+StatusInput$/, "spec: JSON"),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb === "updateStatus" && field === "spec",
    ),
  }),
});
