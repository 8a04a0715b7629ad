import { defineFault } from "../../store/fault.ts";
import { readBehindOneIn } from "../shared/rare-changes.ts";

/** Reads are spread over replicas, and one of them is rarely a write behind. */
export const replicaBehindOneIn1000 = defineFault({
  name: "replica-behind-one-in-1000",
  summary: "One read in 1,000 shows the object as it was before its last write.",
  phase: "history",
  breaks: ["write.visible-to-later-reads"],
  change: readBehindOneIn(1_000),
});
