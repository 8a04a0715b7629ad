import { defineFault } from "../../store/fault.ts";
import { makeInputMemberOptional } from "../../values/sdl.ts";

/** The version of a status write is optional. */
export const versionNotRequired = defineFault({
  name: "version-not-required",
  summary: "A status write without a version is carried out without a precondition.",
  breaks: ["concurrency.version-required"],
  change: (rules) => ({
    schema: (sdl) =>
      makeInputMemberOptional(rules.schema(sdl), /^Update\w+StatusInput$/, "resourceVersion"),
    precondition: (request, stored) =>
      request.verb === "updateStatus" && request.resourceVersion === undefined
        ? undefined
        : rules.precondition(request, stored),
  }),
});
