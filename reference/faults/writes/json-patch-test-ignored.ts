import { defineFault } from "../../store/fault.ts";

/** Tests are left out, as they change nothing. */
export const jsonPatchTestIgnored = defineFault({
  name: "json-patch-test-ignored",
  summary: "A JSON patch is carried out whether its tests hold or not.",
  breaks: ["write.json-patch-failure-is-invalid", "write.json-patch-is-all-or-nothing"],
  change: (rules) => ({
    patchObject: (request, stored) => {
      const operations = request.content.operations?.filter(({ op }) => op !== "test") ?? [];
      return rules.patchObject({ ...request, content: { ...request.content, operations } }, stored);
    },
  }),
});
