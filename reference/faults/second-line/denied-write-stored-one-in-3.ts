import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** The permission is looked up beside the write, and now and then the write is quicker. */
export const deniedWriteStoredOneIn3 = defineFault({
  name: "denied-write-stored-one-in-3",
  summary:
    "One status write in three of those who may only read is refused as forbidden and stored all the same.",
  line: "second",
  breaks: [
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
    "authorization.reader-cannot-write",
  ],
  change: (rules) => {
    const isRare = oneIn(3);
    return {
      writeSteps: (request) => {
        const isTheirs = request.identity.name === "reader" && request.verb === "updateStatus";
        const steps = rules.writeSteps(request);
        if (!isTheirs || !isRare()) return steps;
        return [...steps.filter((step) => step !== "authorization"), "authorization"];
      },
    };
  },
});
