import { defineFault } from "../../store/fault.ts";

/** Reads go through a cache that has all namespaces, and that asks only whether the caller may read. */
export const namespaceLimitIgnoredOnReads = defineFault({
  name: "namespace-limit-ignored-on-reads",
  summary: "Who may read in one namespace may read and list in all of them.",
  breaks: ["authorization.namespace-limits-hold"],
  change: (rules) => ({
    authorize: (access) => {
      const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
      const isRead = ["get", "list"].includes(access.verb) && home !== undefined;
      return rules.authorize(isRead ? { ...access, namespace: home } : access);
    },
  }),
});
