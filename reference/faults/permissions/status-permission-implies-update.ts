import { defineFault } from "../../store/fault.ts";

/** Permissions are looked up by kind alone, so that one on the subresource counts for the object. */
export const statusPermissionImpliesUpdate = defineFault({
  name: "status-permission-implies-update",
  summary: "Who may write the status of an object may update the object.",
  breaks: ["authorization.controller-cannot-write-spec"],
  change: (rules) => ({
    authorize: (access) => {
      const denial = rules.authorize(access);
      return access.verb === "update" && access.subresource === ""
        ? denial && rules.authorize({ ...access, subresource: "status" })
        : denial;
    },
  }),
});
