import { defineFault } from "../../store/fault.ts";
import { acceptOneStaleWriteIn } from "../shared/rare-changes.ts";

/** Versions are compared through a table of digests, and two digests are the same now and then. */
export const staleWriteAcceptedOneIn100 = defineFault({
  name: "stale-write-accepted-one-in-100",
  summary: "One in 100 stale status writes is accepted.",
  line: "second",
  phase: "history",
  breaks: ["concurrency.one-winner"],
  change: acceptOneStaleWriteIn(100),
});
