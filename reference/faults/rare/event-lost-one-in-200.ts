import { defineFault } from "../../store/fault.ts";
import { loseOneEventIn } from "../shared/rare-changes.ts";

/** A buffer between the log and the watches is dropped when it is full. */
export const eventLostOneIn200 = defineFault({
  name: "event-lost-one-in-200",
  summary: "One event in 200 is never delivered.",
  line: "second",
  phase: "history",
  breaks: ["watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: loseOneEventIn(200),
});
