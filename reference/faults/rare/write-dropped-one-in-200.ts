import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** A write behind a cache is acknowledged before it is stored, and is lost when the cache is full. */
export const writeDroppedOneIn200 = defineFault({
  name: "write-dropped-one-in-200",
  summary: "One status write in 200 is acknowledged with the unchanged version and not stored.",
  line: "second",
  phase: "history",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      isNoOp: (request, before, after) => {
        if (rules.isNoOp(request, before, after)) return true;
        return request.verb === "updateStatus" && isRare();
      },
    };
  },
});
