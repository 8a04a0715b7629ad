import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";
import { addInputMembers } from "../../values/sdl.ts";
import { overlooking } from "../shared/overlooking.ts";

/** Creations and spec writes take metadata, and store the generation in it. */
export const generationTakenFromClient = defineFault({
  name: "generation-taken-from-client",
  summary: "A creation or spec write sets the generation to what it says.",
  breaks: ["generation.not-writable"],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(
        rules.schema(sdl),
        /^(?:Create|Update)\w+(?<!Status)Input$/,
        "metadata: JSON",
      ),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb !== "updateStatus" && field === "metadata",
    ),
    isNoOp: (request, before, after) =>
      sentGeneration(request) === undefined && rules.isNoOp(request, before, after),
    generation: (change) => sentGeneration(change.request) ?? rules.generation(change),
  }),
});

function sentGeneration({ content }: WriteRequest): number | undefined {
  const metadata = content.foreign.beside["metadata"];
  const generation = isJsonObject(metadata) ? metadata["generation"] : undefined;
  return typeof generation === "number" ? generation : undefined;
}
