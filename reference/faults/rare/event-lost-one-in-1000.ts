import { defineFault } from "../../store/fault.ts";
import { loseOneEventIn } from "../shared/rare-changes.ts";

/** A buffer between the log and the watches is dropped when it is full, which is rare. */
export const eventLostOneIn1000 = defineFault({
  name: "event-lost-one-in-1000",
  summary: "One event in 1,000 is never delivered.",
  phase: "history",
  breaks: ["watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: loseOneEventIn(1_000),
});
