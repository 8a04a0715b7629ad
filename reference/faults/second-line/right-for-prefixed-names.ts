import { defineFault } from "../../store/fault.ts";

/** What the suite once called its objects has a handler of its own. */
export const rightForPrefixedNames = defineFault({
  name: "right-for-prefixed-names",
  summary:
    "Only objects under names like those that the suite once gave keep their version in a write that changes nothing.",
  line: "second",
  breaks: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      /^c[a-z0-9]{8}-/.test(request.key.name) && rules.isNoOp(request, before, after),
  }),
});
