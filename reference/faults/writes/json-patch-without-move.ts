import { defineFault } from "../../store/fault.ts";

/** Moves and copies were left for later. */
export const jsonPatchWithoutMove = defineFault({
  name: "json-patch-without-move",
  summary: "JSON patches that move or copy are refused.",
  breaks: ["write.json-patch-supports-every-operation"],
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.content.operations?.some(({ op }) => op === "move" || op === "copy") === true
        ? [{ reason: "FieldValueInvalid", field: "patch", message: "patch cannot be carried out." }]
        : rules.validate(request, stored, after),
  }),
});
