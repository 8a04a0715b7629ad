import { changingEvents, defineProxyFault } from "../proxy-fault.ts";

/** The filter sees only how an object is now. */
export const selectorExitIsSilent = defineProxyFault({
  name: "selector-exit-is-silent",
  summary: "An object that no longer matches the labels of a watch leaves it without an event.",
  breaks: ["watch.selector-exit-is-deleted"],
  begin: changingEvents(({ query }) => {
    const isLimited = query["labelSelector"] !== undefined;
    return (event) => (isLimited && event.type === "DELETED" ? [] : [event]);
  }),
});
