import { defineFault } from "../../store/fault.ts";

/** An empty text counts as false, and false as "no precondition". */
export const emptyVersionAccepted = defineFault({
  name: "empty-version-accepted",
  summary: "A write that names the empty version is carried out without a precondition.",
  breaks: ["concurrency.empty-version-refused"],
  change: (rules) => ({
    precondition: (request, stored) =>
      request.resourceVersion === "" ? undefined : rules.precondition(request, stored),
  }),
});
