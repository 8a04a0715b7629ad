import { asRole, isStatusWrite, roleOf } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Who may write a part may write the whole. */
export const controllerWritesSpec = defineProxyFault({
  name: "controller-writes-spec",
  summary: "The controller may create, update and delete objects.",
  breaks: ["authorization.controller-cannot-write-spec"],
  begin: changingRequests((request) =>
    roleOf(request) === "controller" && request.method !== "GET" && !isStatusWrite(request)
      ? asRole(request, "author")
      : request,
  ),
});
