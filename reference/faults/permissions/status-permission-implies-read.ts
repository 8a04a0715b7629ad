import { defineFault } from "../../store/fault.ts";

/** The answer to a status write shows the object anyway, so reading it was not thought to be a secret. */
export const statusPermissionImpliesRead = defineFault({
  name: "status-permission-implies-read",
  summary: "Who may write the status of an object may read it.",
  breaks: ["authorization.status-permission-gives-no-read"],
  change: (rules) => ({
    authorize: (access) => {
      const refusal = rules.authorize(access);
      if (refusal === undefined || access.verb !== "get") return refusal;
      return rules.authorize({ ...access, verb: "update", subresource: "status" });
    },
  }),
});
