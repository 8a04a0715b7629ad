import { defineFault } from "../../store/fault.ts";

/** The end of a range that is not part of it. */
export const initialEventsMissingOne = defineFault({
  name: "initial-events-missing-one",
  summary: "The initial events of a watch leave out the object that was created last.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) =>
      rules.initialEvents(objects.slice(0, -1), newest, watcher),
  }),
});
