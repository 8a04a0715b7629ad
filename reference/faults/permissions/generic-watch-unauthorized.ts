import { defineFault } from "../../store/fault.ts";

/** The subscription that serves all kinds knows none whose permission it could ask for. */
export const genericWatchUnauthorized = defineFault({
  name: "generic-watch-unauthorized",
  summary:
    "Everybody with a valid credential may watch everything through the generic subscription.",
  breaks: [
    "authorization.watch-is-authorized",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  change: (rules) => ({
    authorize: (access) =>
      access.verb === "watch" && access.way === "generic" ? undefined : rules.authorize(access),
  }),
});
