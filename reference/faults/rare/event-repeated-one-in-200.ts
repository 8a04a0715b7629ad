import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** Delivery is at least once: an event whose confirmation is late is sent again. */
export const eventRepeatedOneIn200 = defineFault({
  name: "event-repeated-one-in-200",
  summary: "One event in 200 is delivered twice.",
  phase: "history",
  breaks: ["watch.unique"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      deliver: (event, watcher, send) => {
        rules.deliver(event, watcher, send);
        if (event.type !== "BOOKMARK" && isRare()) rules.deliver(event, watcher, send);
      },
    };
  },
});
