import { isSpecWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { shiftingGenerations } from "../shifted-generations.ts";
import { generationOf } from "../stored-object.ts";

/** The counter counts writes, not changes of what is wanted. */
export const generationCountsOtherWrites = defineProxyFault({
  name: "generation-counts-other-writes",
  summary: "A write of the author's side that leaves the spec as it is increases the generation.",
  breaks: ["generation.ignores-metadata-writes", "generation.ignores-no-op-writes"],
  begin: shiftingGenerations(({ request, before, after }) =>
    isSpecWrite(request) && generationOf(before) === generationOf(after) ? 1 : 0,
  ),
});
