import { changingEvents, defineProxyFault } from "../proxy-fault.ts";

/** The filter passes the event of the store as it is. */
export const selectorEntryIsModified = defineProxyFault({
  name: "selector-entry-is-modified",
  summary: "An object that comes to match the labels of a watch is a MODIFIED event on it.",
  breaks: ["watch.selector-entry-is-added"],
  begin: changingEvents(({ query }) => {
    const isLimited = query["labelSelector"] !== undefined;
    return (event) =>
      isLimited && event.type === "ADDED" ? [{ ...event, type: "MODIFIED" }] : [event];
  }),
});
