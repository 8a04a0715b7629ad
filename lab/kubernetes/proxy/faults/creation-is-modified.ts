import { changingEvents, defineProxyFault } from "../proxy-fault.ts";

/** Whatever is stored is a modification. */
export const creationIsModified = defineProxyFault({
  name: "creation-is-modified",
  summary: "A creation is a MODIFIED event.",
  breaks: ["watch.creation-is-added"],
  begin: changingEvents(
    () => (event) => (event.type === "ADDED" ? [{ ...event, type: "MODIFIED" }] : [event]),
  ),
});
