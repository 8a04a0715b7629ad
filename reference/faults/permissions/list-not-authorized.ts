import { defineFault } from "../../store/fault.ts";

/** Reads of one object are authorized, lists are forgotten. */
export const listNotAuthorized = defineFault({
  name: "list-not-authorized",
  summary: "Everybody with a valid credential may list everything.",
  breaks: [
    "authorization.stranger-cannot-read",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  change: (rules) => ({
    authorize: (access) => (access.verb === "list" ? undefined : rules.authorize(access)),
  }),
});
