import { defineFault } from "../../store/fault.ts";

/** The version of lists is read when the server starts, and never again. */
export const listVersionNeverMoves = defineFault({
  name: "list-version-never-moves",
  summary: "Every list names the version before the first change.",
  breaks: ["watch.list-then-watch"],
  change: (rules) => {
    let first: number | undefined;
    return {
      nextVersion: (newest, change) => {
        first ??= newest;
        return rules.nextVersion(newest, change);
      },
      listVersion: (newest) => rules.listVersion(first ?? newest),
    };
  },
});
