import { withQuery } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Those who asked not to be told are told. */
export const ignoringValidationWarns = defineProxyFault({
  name: "ignoring-validation-warns",
  summary: "Ignoring field validation warns of unknown members.",
  breaks: ["write.ignoring-validation-drops-unknown-members"],
  begin: changingRequests((request) =>
    request.query["fieldValidation"] === "Ignore"
      ? withQuery(request, { fieldValidation: "Warn" })
      : request,
  ),
});
