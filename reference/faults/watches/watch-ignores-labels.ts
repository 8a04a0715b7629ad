import { defineFault } from "../../store/fault.ts";

/** Labels select in lists alone. */
export const watchIgnoresLabels = defineFault({
  name: "watch-ignores-labels",
  summary: "A watch limited by labels tells of all objects.",
  breaks: [
    "watch.selector-filter",
    "watch.selector-entry-is-added",
    "watch.selector-exit-is-deleted",
  ],
  change: (rules) => ({
    selects: (filter, object, use) => {
      const { selector: _left, ...all } = filter;
      return rules.selects(use === "watch" ? all : filter, object, use);
    },
  }),
});
