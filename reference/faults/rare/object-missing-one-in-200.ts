import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** A read that times out inside the server is answered as if nothing were there. */
export const objectMissingOneIn200 = defineFault({
  name: "object-missing-one-in-200",
  summary: "One read in 200 says that an existing object is missing.",
  phase: "history",
  breaks: ["write.visible-to-later-reads"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      read: (access, states) =>
        states !== undefined && isRare() ? undefined : rules.read(access, states),
    };
  },
});
