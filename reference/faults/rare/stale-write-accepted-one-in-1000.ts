import { defineFault } from "../../store/fault.ts";
import { acceptOneStaleWriteIn } from "../shared/rare-changes.ts";

/** The comparison of versions is skipped where a lock could not be had in time, which is rare. */
export const staleWriteAcceptedOneIn1000 = defineFault({
  name: "stale-write-accepted-one-in-1000",
  summary: "One in 1,000 stale status writes is accepted.",
  phase: "history",
  breaks: ["concurrency.one-winner"],
  change: acceptOneStaleWriteIn(1_000),
});
