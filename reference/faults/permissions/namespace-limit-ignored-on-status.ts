import { defineFault } from "../../store/fault.ts";

/** Whether the caller reports at all is asked, and not where. */
export const namespaceLimitIgnoredOnStatus = defineFault({
  name: "namespace-limit-ignored-on-status",
  summary: "Who may write a status in one namespace may write it in all of them.",
  breaks: ["authorization.namespace-limits-hold"],
  change: (rules) => ({
    authorize: (access) => {
      const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
      const isReport = access.subresource === "status" && home !== undefined;
      return rules.authorize(isReport ? { ...access, namespace: home } : access);
    },
  }),
});
