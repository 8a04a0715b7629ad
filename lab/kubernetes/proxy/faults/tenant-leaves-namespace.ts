import { asRole, roleOf } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** A permission in one namespace is found by a lookup without the namespace. */
export const tenantLeavesNamespace = defineProxyFault({
  name: "tenant-leaves-namespace",
  summary: "A permission that is limited to a namespace holds in all.",
  breaks: ["authorization.namespace-limits-hold"],
  begin: changingRequests((request) =>
    roleOf(request) === "tenant" ? asRole(request, "controller") : request,
  ),
});
