import { defineFault } from "../../store/fault.ts";

/** Queries are authorized, subscriptions are forgotten. */
export const watchUnauthorized = defineFault({
  name: "watch-unauthorized",
  summary: "Everybody with a valid credential may watch everything.",
  breaks: [
    "authorization.watch-is-authorized",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  change: (rules) => ({
    authorize: (access) => (access.verb === "watch" ? undefined : rules.authorize(access)),
  }),
});
