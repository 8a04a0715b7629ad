import {
  asAdministrator,
  asRole,
  isRead,
  isSpecWrite,
  isStatusWrite,
  readingOf,
  roleOf,
  withoutHeaders,
  withQuery,
} from "../api-request.ts";
import { answering, changingReplies, changingRequests, changingWatches } from "../proxy-fault.ts";
import type { ApiRequest } from "../api-request.ts";
import type { ProxyBehaviour, ProxyFault } from "../proxy-fault.ts";
import { refusing } from "../api-reply.ts";

export const authorizationProxyFaults: readonly ProxyFault[] = [
  {
    name: "anonymous-reads",
    summary: "Requests without a credential are served as requests of a reader.",
    breaks: ["authorization.anonymous-is-a-stranger"],
    begin: answering((request, server) => {
      if (request.headers["authorization"] !== undefined) return server.send(request);
      const headers = { ...request.headers, authorization: server.administrator };
      return server.send(asRole({ ...request, headers }, "reader"));
    }),
  },
  {
    name: "author-needs-status-permission",
    summary: "The author may not update objects without permission on their status.",
    breaks: ["authorization.author-needs-no-status-permission"],
    begin: denying("author", isSpecWrite, "the status of the object cannot be updated"),
  },
  {
    name: "author-writes-status",
    summary: "The author may write the status.",
    breaks: ["authorization.author-cannot-write-status", "allocation.author-cannot-forge"],
    begin: promoting("author", "controller", isStatusWrite),
  },
  {
    name: "controller-needs-spec-permission",
    summary: "Writing a status requires permission on the object.",
    breaks: ["authorization.controller-needs-no-spec-permission"],
    begin: denying("controller", isStatusWrite, "the object cannot be updated"),
  },
  {
    name: "controller-writes-spec",
    summary: "The controller may create, update and delete objects.",
    breaks: ["authorization.controller-cannot-write-spec"],
    begin: promoting(
      "controller",
      "author",
      (request) => request.method !== "GET" && !isStatusWrite(request),
    ),
  },
  {
    name: "existence-leaks",
    summary: "A denied caller learns whether the object exists.",
    breaks: ["authorization.existence-not-disclosed"],
    begin: changingReplies(async (reply, request, server) => {
      if (reply.status !== 403 || request.resource?.name === undefined) return reply;
      const found = await server.send(readingOf(request));
      return found.status === 404 ? found : reply;
    }),
  },
  {
    name: "invalid-credential-is-anonymous",
    summary: "A credential that was never issued counts as none.",
    breaks: ["authorization.invalid-credential-refused"],
    begin: changingReplies((reply, request, server) => {
      if (reply.status !== 401) return reply;
      return server.send(withoutHeaders(request, ["authorization"]));
    }),
  },
  {
    name: "reader-writes-status",
    summary: "A reader may write the status.",
    breaks: ["authorization.reader-cannot-write"],
    begin: promoting("reader", "controller", isStatusWrite),
  },
  {
    name: "reporter-reads",
    summary: "Permission to write the status gives permission to read the object.",
    breaks: ["authorization.status-permission-gives-no-read"],
    begin: promoting("reporter", "reader", ({ method }) => method === "GET"),
  },
  {
    name: "stranger-reads",
    summary: "An identity without permissions may read objects.",
    breaks: ["authorization.stranger-cannot-read"],
    begin: promoting("stranger", "reader", isRead),
  },
  {
    name: "tenant-leaves-namespace",
    summary: "A permission that is limited to a namespace applies in all namespaces.",
    breaks: ["authorization.namespace-limits-hold"],
    begin: promoting("tenant", "controller", () => true),
  },
  {
    name: "validation-before-authorization",
    summary: "The refusal of a denied status write lists the errors in its content.",
    breaks: ["authorization.before-version-and-validation"],
    begin: changingReplies(async (reply, request, server) => {
      if (reply.status !== 403 || !isStatusWrite(request)) return reply;
      const tried = await server.send(withQuery(asAdministrator(request), { dryRun: "All" }));
      return tried.status === 409 || tried.status === 422 ? tried : reply;
    }),
  },
  {
    name: "watch-not-authorized",
    summary: "Any known caller may watch.",
    breaks: ["authorization.watch-is-authorized"],
    begin: changingWatches(asAdministrator),
  },
];

/** Serves these requests of a role as requests of another role. */
function promoting(
  role: string,
  other: string,
  isConcerned: (request: ApiRequest) => boolean,
): () => ProxyBehaviour {
  return changingRequests((request) =>
    roleOf(request) === role && isConcerned(request) ? asRole(request, other) : request,
  );
}

/** Rejects these requests of a role. */
function denying(
  role: string,
  isConcerned: (request: ApiRequest) => boolean,
  message: string,
): () => ProxyBehaviour {
  return answering(async (request, server) =>
    roleOf(request) === role && isConcerned(request)
      ? refusing(403, "Forbidden", message)
      : server.send(request),
  );
}
