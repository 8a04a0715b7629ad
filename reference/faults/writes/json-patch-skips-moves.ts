import { defineFault } from "../../store/fault.ts";

/** Moves were left for later, and nobody is told. */
export const jsonPatchSkipsMoves = defineFault({
  name: "json-patch-skips-moves",
  summary: "Moves in a JSON patch are left out, the other operations are carried out.",
  breaks: ["write.json-patch-supports-every-operation"],
  change: (rules) => ({
    patchObject: (request, stored) => {
      const operations = (request.content.operations ?? []).filter(({ op }) => op !== "move");
      return rules.patchObject({ ...request, content: { ...request.content, operations } }, stored);
    },
  }),
});
