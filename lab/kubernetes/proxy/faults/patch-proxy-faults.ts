import {
  asAdministrator,
  bodyOf,
  formatOf,
  isStatusWrite,
  isTrial,
  patchOf,
  readingOf,
  withBody,
  withQuery,
} from "../api-request.ts";
import { answering, changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { partOf, withoutNulls } from "../stored-object.ts";
import { contentOf, refusing } from "../api-reply.ts";
import { isJsonObject } from "#contract";

export const patchProxyFaults: readonly ProxyFault[] = [
  {
    name: "force-taken-by-every-patch",
    summary: "A patch other than apply may use force, without effect.",
    breaks: ["write.force-belongs-to-apply"],
    begin: changingRequests((request) =>
      formatOf(request) === "apply" ? request : withQuery(request, { force: undefined }),
    ),
  },
  {
    name: "json-patch-moves-refused",
    summary: "A JSON patch with a move or a copy is rejected as invalid.",
    breaks: ["write.json-patch-supports-every-operation"],
    begin: answering(async (request, server) => {
      const isPatch = isStatusWrite(request) && formatOf(request) === "json";
      const isRefused = patchOf(request).some(
        (one) => isJsonObject(one) && (one["op"] === "move" || one["op"] === "copy"),
      );
      return isPatch && isRefused
        ? refusing(422, "Invalid", "the operation is not known")
        : server.send(request);
    }),
  },
  {
    name: "json-patch-stores-half",
    summary: "The operations before a failing one in a JSON patch of the status are stored.",
    breaks: ["write.json-patch-is-all-or-nothing", "isolation.refused-write-changes-nothing"],
    begin: changingReplies(async (reply, request, server) => {
      const operations = patchOf(request);
      const isHit = isStatusWrite(request) && reply.status === 422 && operations.length > 1;
      if (!isHit || isTrial(request)) return reply;
      await server.send(withBody(asAdministrator(request), operations.slice(0, -1)));
      return reply;
    }),
  },
  {
    name: "json-patch-tests-ignored",
    summary: "The tests in a JSON patch of the status are skipped.",
    breaks: ["write.json-patch-failure-is-invalid"],
    begin: changingRequests((request) => {
      const operations = patchOf(request);
      if (!isStatusWrite(request) || operations.length === 0) return request;
      const writing = operations.filter((item) => !isJsonObject(item) || item["op"] !== "test");
      return withBody(request, writing);
    }),
  },
  {
    name: "merge-patch-replaces",
    summary: "A merge patch of the status removes the fields that it omits.",
    breaks: ["write.merge-patch-keeps-unmentioned-members", "write.omitted-members-unchanged"],
    begin: answering(async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "merge") return server.send(request);
      const body = bodyOf(request);
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const gone = Object.fromEntries(Object.keys(stored).map((member) => [member, null]));
      const status = { ...gone, ...partOf(body, "status") };
      return server.send(withBody(request, { ...body, status }));
    }),
  },
  {
    name: "null-ignored-in-merge-patch",
    summary: "A field that is null in a merge patch of the status stays unchanged.",
    breaks: ["write.merge-patch-null-removes-member", "write.null-clears-member"],
    begin: changingRequests((request) =>
      isStatusWrite(request) && formatOf(request) === "merge"
        ? withBody(request, withoutNulls(bodyOf(request)))
        : request,
    ),
  },
];
