import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** In a rare branch the version is checked after the transaction was committed. */
export const refusedWriteStoredOneIn100 = defineFault({
  name: "refused-write-stored-one-in-100",
  summary:
    "One status write in 100 is stored before its version is checked, so that a refused one stays stored.",
  line: "second",
  phase: "history",
  breaks: ["isolation.refused-write-changes-nothing", "concurrency.version-changes-with-content"],
  change: (rules) => {
    const isRare = oneIn(100);
    return {
      writeSteps: (request) => {
        const steps = rules.writeSteps(request);
        if (request.verb !== "updateStatus" || !isRare()) return steps;
        return [...steps.filter((step) => step !== "precondition"), "precondition"];
      },
    };
  },
});
