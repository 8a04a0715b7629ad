import { jsonEquals } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The server answers a request by itself, as soon as it sees it. */
export const allocationRecomputedOnSpecWrite = defineFault({
  name: "allocation-recomputed-on-spec-write",
  summary:
    "A spec write to a reported Service or Bucket acknowledges what it asks for, in the status.",
  breaks: ["allocation.survives-other-writes", "isolation.spec-write-never-changes-status"],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const { kind, spec = {}, status } = updated;
      if (status === undefined || jsonEquals(stored.spec, spec)) return updated;
      const { loadBalancerIP: ip, instance } = spec;
      if (kind === "Service" && ip !== undefined) {
        return { ...updated, status: { ...status, loadBalancer: { ingress: [{ ip }] } } };
      }
      return kind === "Bucket" && instance !== undefined
        ? { ...updated, status: { ...status, instance } }
        : updated;
    },
  }),
});
