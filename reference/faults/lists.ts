import { isJsonList } from "#contract";
import type { JsonValue } from "#contract";
import { oneIn } from "./shared.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";

export const listFaults: readonly Fault[] = [
  defineFault({
    name: "list-omits-one-in-3",
    summary: "Every third object is missing from a list.",
    breaks: ["write.listed-exactly-once"],
    mayBreak: [
      "write.visible-to-later-reads",
      "write.stores-submitted-status",
      "allocation.survives-other-writes",
      "readiness.same-for-every-reader",
      "deletion.waits-for-finalizers",
      "conditions.limits-are-within-bounds",
      "kinds.served-once-defined",
      "kinds.objects-go-with-definition",
      "watch.list-then-watch",
    ],
    change: (rules) => {
      const isOmitted = oneIn(3);
      return {
        listed: (access, states) => (isOmitted() ? undefined : rules.listed(access, states)),
      };
    },
  }),
  listFault({
    name: "list-omits-last",
    summary: "A list of several objects omits the last object.",
    show: (items) => (items.length > 1 ? items.slice(0, -1) : items),
  }),
  listFault({
    name: "list-repeats-last",
    summary: "A list of several objects contains the last object twice.",
    show: (items) => (items.length > 1 ? [...items, ...items.slice(-1)] : items),
  }),
  listFault({
    name: "list-cut-at-ten",
    summary: "A list contains at most ten objects.",
    show: (items) => items.slice(0, 10),
  }),
];

interface ListFault extends Pick<Fault, "name" | "summary"> {
  /** Transforms the correct items of the response. */
  readonly show: (items: readonly JsonValue[]) => readonly JsonValue[];
}

/** Creates a fault in the set of objects that a list returns. */
function listFault({ show, ...named }: ListFault): Fault {
  return defineFault({
    ...named,
    breaks: ["write.listed-exactly-once"],
    change: (rules) => ({
      present: (shown, call, args) => {
        const list = rules.present(shown, call, args);
        const { items } = list;
        return call.action === "list" && isJsonList(items) ? { ...list, items: show(items) } : list;
      },
    }),
  });
}
