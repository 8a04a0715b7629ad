import { defineFault } from "../../store/fault.ts";

/** The namespace is checked where it is named, and leaving it out is the way round. */
export const namespaceLimitIgnoredEverywhere = defineFault({
  name: "namespace-limit-ignored-everywhere",
  summary: "Who may list or watch one namespace may list and watch all of them at once.",
  breaks: ["authorization.namespace-limits-hold"],
  change: (rules) => ({
    authorize: (access) => {
      const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
      const isEverywhere = access.name === undefined && access.namespace === undefined;
      return rules.authorize(
        isEverywhere && home !== undefined ? { ...access, namespace: home } : access,
      );
    },
  }),
});
