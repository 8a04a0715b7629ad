import { changingObjects, defineProxyFault } from "../proxy-fault.ts";
import { withoutMetadata } from "../stored-object.ts";

/** A gateway takes out what it holds for noise. */
export const managersNotShown = defineProxyFault({
  name: "managers-not-shown",
  summary: "The record of the field managers is left out of every object.",
  breaks: ["write.manager-is-recorded"],
  begin: changingObjects((object) => withoutMetadata(object, "managedFields")),
});
