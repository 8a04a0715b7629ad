import { defineFault } from "../../store/fault.ts";

/** Names are a condition that is easily left out: everything else of the permission fits. */
export const nameLimitIgnored = defineFault({
  name: "name-limit-ignored",
  summary: "Who may write the status of objects of one name may write that of all.",
  breaks: ["authorization.name-limits-hold"],
  change: (rules) => ({
    authorize: (access) => {
      const { identity, subresource, name } = access;
      const [own] = identity.grants.flatMap(({ names = [] }) => names);
      const isReport = subresource === "status" && name !== undefined;
      return rules.authorize(isReport && own !== undefined ? { ...access, name: own } : access);
    },
  }),
});
