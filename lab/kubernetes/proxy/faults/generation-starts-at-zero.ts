import { changingObjects, defineProxyFault } from "../proxy-fault.ts";
import { generationOf, withMetadata } from "../stored-object.ts";

/** Counted from where programmers count. */
export const generationStartsAtZero = defineProxyFault({
  name: "generation-starts-at-zero",
  summary: "A new object has generation 0.",
  breaks: ["generation.starts-at-one"],
  begin: changingObjects((object) =>
    withMetadata(object, { generation: generationOf(object) - 1 }),
  ),
});
