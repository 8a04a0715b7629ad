import { defineFault } from "../../store/fault.ts";

/** Every controller watches, so the two permissions were given together. */
export const statusPermissionImpliesWatch = defineFault({
  name: "status-permission-implies-watch",
  summary: "Who may write the status of the objects of a kind may watch them.",
  breaks: ["authorization.status-permission-gives-no-read"],
  change: (rules) => ({
    authorize: (access) => {
      const refusal = rules.authorize(access);
      if (refusal === undefined || access.verb !== "watch") return refusal;
      return rules.authorize({ ...access, verb: "update", subresource: "status" });
    },
  }),
});
