import { defineFault } from "../../store/fault.ts";

/** The library is told to make the parents that are missing. */
export const jsonPatchCreatesParents = defineFault({
  name: "json-patch-creates-parents",
  summary: "A JSON patch makes the status when it adds a member to an absent one.",
  breaks: ["write.json-patch-creates-no-parents"],
  change: (rules) => ({
    patchObject: (request, stored) =>
      rules.patchObject(
        request,
        request.verb === "updateStatus" ? { ...stored, status: stored.status ?? {} } : stored,
      ),
  }),
});
