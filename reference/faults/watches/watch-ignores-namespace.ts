import { defineFault } from "../../store/fault.ts";

/** The filter of lists was not taken over for watches. */
export const watchIgnoresNamespace = defineFault({
  name: "watch-ignores-namespace",
  summary: "A watch on one namespace tells of all namespaces.",
  breaks: ["watch.namespace-filter"],
  change: (rules) => ({
    selects: (filter, object, use) => {
      const { namespace: _left, ...everywhere } = filter;
      return rules.selects(use === "watch" ? everywhere : filter, object, use);
    },
  }),
});
