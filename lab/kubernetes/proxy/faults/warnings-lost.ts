import { changingReplies, defineProxyFault } from "../proxy-fault.ts";

/** A gateway passes on the headers that it knows. */
export const warningsLost = defineProxyFault({
  name: "warnings-lost",
  summary: "No reply carries a warning.",
  breaks: ["write.warning-validation-tells-unknown-members"],
  begin: changingReplies(({ headers, ...reply }) => ({
    ...reply,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "warning")),
  })),
});
