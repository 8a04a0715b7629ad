import { defineFault } from "../../store/fault.ts";

/** The default of the status is filled in member by member, on every write. */
export const statusDefaultComesBack = defineFault({
  name: "status-default-comes-back",
  summary: "Members of the default status that a status write omits come back.",
  breaks: [
    "write.status-default-ends-with-first-write",
    "write.json-patch-supports-every-operation",
    "apply.removes-omitted-fields",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(request, stored, { ...request.kind.structure?.status.default, ...status }),
  }),
});
