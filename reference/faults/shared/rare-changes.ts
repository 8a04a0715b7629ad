import type { Fault } from "../../store/fault.ts";
import { acceptingStaleStatus } from "./accepting-stale.ts";
import { oneIn } from "./one-in.ts";

/** Loses one event in so many, but none of those that a watch begins with: its buffer is empty then. */
export function loseOneEventIn(times: number): Fault["change"] {
  return (rules) => {
    const isRare = oneIn(times);
    const begun = new Set<number>();
    return {
      deliver: (event, watcher, send) => {
        const isFirst = !begun.has(watcher.id);
        begun.add(watcher.id);
        if (!isFirst && event.type !== "BOOKMARK" && isRare()) return;
        rules.deliver(event, watcher, send);
      },
    };
  };
}

/** Answers one read in so many with the object as it was before its last write. */
export function readBehindOneIn(times: number): Fault["change"] {
  return (rules) => {
    const isRare = oneIn(times);
    return {
      read: (access, states) => {
        const behind = states?.previous !== undefined && isRare() ? states.previous : undefined;
        return behind ?? rules.read(access, states);
      },
    };
  };
}

/** Accepts one stale status write in so many. */
export function acceptOneStaleWriteIn(times: number): Fault["change"] {
  return (rules) => ({ precondition: acceptingStaleStatus(rules, oneIn(times)) });
}
