import { refuseInvalid } from "../../values/refusal.ts";
import { defineFault } from "../../store/fault.ts";

/** A table of positions that were handed out, in which nobody enters the versions of objects. */
export const onlyPositionsCanBeResumed = defineFault({
  name: "only-positions-can-be-resumed",
  summary: "A watch is refused unless it starts from the version of a list or of a bookmark.",
  breaks: ["watch.resumes-after-version"],
  change: (rules) => {
    const positions = new Set<number>();
    return {
      listVersion: (newest) => {
        positions.add(newest);
        return rules.listVersion(newest);
      },
      bookmark: (newest, watcher) => {
        positions.add(newest);
        return rules.bookmark(newest, watcher);
      },
      initialEvents: (objects, newest, watcher) => {
        positions.add(newest);
        return rules.initialEvents(objects, newest, watcher);
      },
      startAfter: (cursor, range) => {
        const after = rules.startAfter(cursor, range);
        if (cursor === undefined || typeof after !== "number" || positions.has(after)) return after;
        const message = `Version ${cursor} is no position of a list.`;
        return refuseInvalid([{ reason: "FieldValueInvalid", field: "resourceVersion", message }]);
      },
    };
  },
});
