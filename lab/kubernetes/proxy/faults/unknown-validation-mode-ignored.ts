import { withQuery } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

const known: ReadonlySet<string | undefined> = new Set([undefined, "Ignore", "Strict", "Warn"]);

/** A parameter that is not understood is dropped. */
export const unknownValidationModeIgnored = defineProxyFault({
  name: "unknown-validation-mode-ignored",
  summary: "A field validation mode that there is not is taken for none.",
  breaks: ["write.unknown-validation-mode-refused"],
  begin: changingRequests((request) =>
    known.has(request.query["fieldValidation"])
      ? request
      : withQuery(request, { fieldValidation: undefined }),
  ),
});
