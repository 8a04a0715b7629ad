import { defineFault } from "../../store/fault.ts";

/** The permission is asked for when the connection is made, before it is known what will be watched. */
export const namespaceLimitIgnoredOnWatches = defineFault({
  name: "namespace-limit-ignored-on-watches",
  summary: "Who may watch one namespace may watch any other.",
  breaks: ["authorization.namespace-limits-hold"],
  change: (rules) => ({
    authorize: (access) => {
      const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
      const isOther = access.verb === "watch" && access.namespace !== undefined;
      return rules.authorize(
        isOther && home !== undefined ? { ...access, namespace: home } : access,
      );
    },
  }),
});
