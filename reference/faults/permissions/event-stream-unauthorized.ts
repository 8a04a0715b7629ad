import { defineFault } from "../../store/fault.ts";

/** The event streams came later, and the guard stands at the other door. */
export const eventStreamUnauthorized = defineFault({
  name: "event-stream-unauthorized",
  summary: "Everybody with a valid credential may watch everything over server-sent events.",
  breaks: [
    "authorization.watch-is-authorized",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  change: (rules) => ({
    authorize: (access) => (access.channel === "events" ? undefined : rules.authorize(access)),
  }),
});
