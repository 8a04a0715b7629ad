import { changingObjects, defineProxyFault } from "../proxy-fault.ts";
import { withMetadata } from "../stored-object.ts";

/** A counter that nobody counts. */
export const generationStandsStill = defineProxyFault({
  name: "generation-stands-still",
  summary: "The generation of every object is 1 for ever.",
  breaks: ["generation.counts-spec-changes", "generation.counts-plain-status"],
  begin: changingObjects((object) => withMetadata(object, { generation: 1 })),
});
