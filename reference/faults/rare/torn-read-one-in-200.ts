import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** Status and object are two rows, and a read that falls between their writes joins the old one with the new. */
export const tornReadOneIn200 = defineFault({
  name: "torn-read-one-in-200",
  summary: "One read in 200 shows the newest version with the status before it.",
  phase: "history",
  breaks: ["concurrency.version-changes-with-content"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      read: (access, states) => {
        const shown = rules.read(access, states);
        const status = states?.previous?.status;
        return shown === undefined || status === undefined || !isRare()
          ? shown
          : { ...shown, status };
      },
    };
  },
});
