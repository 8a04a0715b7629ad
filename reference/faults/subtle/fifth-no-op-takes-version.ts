import { defineFault } from "../../store/fault.ts";

/** A guard against stuck caches, which nobody remembered to take out. */
export const fifthNoOpTakesVersion = defineFault({
  name: "fifth-no-op-takes-version",
  summary: "The fifth write in a row that changes nothing is stored and takes a new version.",
  breaks: ["concurrency.no-op-keeps-version"],
  phase: "property",
  change: (rules) => {
    const repeated = new Map<string, number>();
    return {
      isNoOp: (request, before, after) => {
        const isSame = rules.isNoOp(request, before, after);
        const { uid } = before.metadata;
        const count = isSame ? (repeated.get(uid) ?? 0) + 1 : 0;
        repeated.set(uid, count);
        return isSame && count < 5;
      },
    };
  },
});
