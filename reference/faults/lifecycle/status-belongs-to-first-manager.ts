import { defineFault } from "../../store/fault.ts";
import { refuse } from "../../values/refusal.ts";

/** Ownership is taken for a permission. */
export const statusBelongsToFirstManager = defineFault({
  name: "status-belongs-to-first-manager",
  summary: "A status that one manager has written is closed to plain writes of all others.",
  breaks: ["allocation.ownership-is-advisory", "apply.other-writes-never-conflict"],
  change: (rules) => ({
    ownership: (request, stored, after) => {
      const { form, verb, options, identity } = request;
      if (verb !== "updateStatus" || form === "apply") {
        return rules.ownership(request, stored, after);
      }
      const manager = options.fieldManager ?? identity.name;
      const owners = (stored?.metadata.managedFields ?? []).filter(
        ({ subresource }) => subresource === "status",
      );
      return owners.some((owner) => owner.manager !== manager)
        ? refuse("CONFLICT", "The status belongs to another manager.")
        : rules.ownership(request, stored, after);
    },
  }),
});
