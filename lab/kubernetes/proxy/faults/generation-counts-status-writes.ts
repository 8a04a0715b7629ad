import { isStatusWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { shiftingGenerations } from "../shifted-generations.ts";

/** The counter moves with every write of the row. */
export const generationCountsStatusWrites = defineProxyFault({
  name: "generation-counts-status-writes",
  summary: "A status write increases the generation.",
  breaks: ["generation.ignores-status-writes"],
  begin: shiftingGenerations(({ request }) => (isStatusWrite(request) ? 1 : 0)),
});
