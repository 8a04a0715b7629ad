import { defineFault } from "../../store/fault.ts";

/** The object is loaded before the caller is looked at. */
export const forbiddenAfterExistence = defineFault({
  name: "forbidden-after-existence",
  summary: "A denied writer learns that an object is missing.",
  breaks: ["authorization.existence-not-disclosed"],
  change: () => ({
    writeSteps: () => [
      "existence",
      "authorization",
      "precondition",
      "validation",
      "ownership",
      "commit",
    ],
  }),
});
