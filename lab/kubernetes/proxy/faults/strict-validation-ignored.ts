import { withQuery } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Unknown members are dropped, whoever asks. */
export const strictValidationIgnored = defineProxyFault({
  name: "strict-validation-ignored",
  summary: "Strict field validation drops unknown members like any other.",
  breaks: ["write.strict-validation-refuses-unknown-members"],
  begin: changingRequests((request) =>
    request.query["fieldValidation"] === "Strict"
      ? withQuery(request, { fieldValidation: "Ignore" })
      : request,
  ),
});
