import { isJsonObject } from "#contract";
import { isStatusWrite, patchOf, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Only operations that write are carried out. */
export const jsonPatchTestsIgnored = defineProxyFault({
  name: "json-patch-tests-ignored",
  summary: "The tests in a JSON patch of the status are not made.",
  breaks: ["write.json-patch-failure-is-invalid"],
  begin: changingRequests((request) => {
    const operations = patchOf(request);
    if (!isStatusWrite(request) || operations.length === 0) return request;
    const writing = operations.filter((item) => !isJsonObject(item) || item["op"] !== "test");
    return withBody(request, writing);
  }),
});
