import { defineFault } from "../../store/fault.ts";
import { readBehindOneIn } from "../shared/rare-changes.ts";

/** Reads are spread over replicas, and one of them is sometimes a write behind. */
export const replicaBehindOneIn200 = defineFault({
  name: "replica-behind-one-in-200",
  summary: "One read in 200 shows the object as it was before its last write.",
  line: "second",
  phase: "history",
  breaks: ["write.visible-to-later-reads"],
  change: readBehindOneIn(200),
});
