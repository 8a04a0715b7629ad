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
import { changingRequests, changingWatches, defineProxyFault } from "../proxy-fault.ts";
import { refusing } from "../api-reply.ts";

export const anonymousReads = defineProxyFault({
  name: "anonymous-reads",
  summary: "Requests without a credential are served as requests of a reader.",
  breaks: ["authorization.anonymous-is-a-stranger"],
  begin: () => ({
    answer: (request, server) => {
      if (request.headers["authorization"] !== undefined) return server.send(request);
      const headers = { ...request.headers, authorization: server.administrator };
      return server.send(asRole({ ...request, headers }, "reader"));
    },
  }),
});

export const authorNeedsStatusPermission = defineProxyFault({
  name: "author-needs-status-permission",
  summary: "The author may not update objects without permission on their status.",
  breaks: ["authorization.author-needs-no-status-permission"],
  begin: () => ({
    answer: async (request, server) =>
      roleOf(request) === "author" && isSpecWrite(request)
        ? refusing(403, "Forbidden", "the status of the object cannot be updated")
        : server.send(request),
  }),
});

export const authorWritesStatus = defineProxyFault({
  name: "author-writes-status",
  summary: "The author may write the status.",
  breaks: ["authorization.author-cannot-write-status", "allocation.author-cannot-forge"],
  begin: changingRequests((request) =>
    roleOf(request) === "author" && isStatusWrite(request)
      ? asRole(request, "controller")
      : request,
  ),
});

export const controllerNeedsSpecPermission = defineProxyFault({
  name: "controller-needs-spec-permission",
  summary: "Writing a status requires permission on the object.",
  breaks: ["authorization.controller-needs-no-spec-permission"],
  begin: () => ({
    answer: async (request, server) =>
      roleOf(request) === "controller" && isStatusWrite(request)
        ? refusing(403, "Forbidden", "the object cannot be updated")
        : server.send(request),
  }),
});

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

export const existenceLeaks = defineProxyFault({
  name: "existence-leaks",
  summary: "A denied caller learns whether the object exists.",
  breaks: ["authorization.existence-not-disclosed"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (reply.status !== 403 || request.resource?.name === undefined) return reply;
      const found = await server.send(readingOf(request));
      return found.status === 404 ? found : reply;
    },
  }),
});

export const invalidCredentialIsAnonymous = defineProxyFault({
  name: "invalid-credential-is-anonymous",
  summary: "A credential that was never issued counts as none.",
  breaks: ["authorization.invalid-credential-refused"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (reply.status !== 401) return reply;
      return server.send(withoutHeaders(request, ["authorization"]));
    },
  }),
});

export const readerWritesStatus = defineProxyFault({
  name: "reader-writes-status",
  summary: "A reader may write the status.",
  breaks: ["authorization.reader-cannot-write"],
  begin: changingRequests((request) =>
    roleOf(request) === "reader" && isStatusWrite(request)
      ? asRole(request, "controller")
      : request,
  ),
});

export const reporterReads = defineProxyFault({
  name: "reporter-reads",
  summary: "Permission to write the status gives permission to read the object.",
  breaks: ["authorization.status-permission-gives-no-read"],
  begin: changingRequests((request) =>
    roleOf(request) === "reporter" && request.method === "GET"
      ? asRole(request, "reader")
      : request,
  ),
});

export const strangerReads = defineProxyFault({
  name: "stranger-reads",
  summary: "An identity without permissions may read objects.",
  breaks: ["authorization.stranger-cannot-read"],
  begin: changingRequests((request) =>
    roleOf(request) === "stranger" && isRead(request) ? asRole(request, "reader") : request,
  ),
});

export const tenantLeavesNamespace = defineProxyFault({
  name: "tenant-leaves-namespace",
  summary: "A permission that is limited to a namespace applies in all namespaces.",
  breaks: ["authorization.namespace-limits-hold"],
  begin: changingRequests((request) =>
    roleOf(request) === "tenant" ? asRole(request, "controller") : request,
  ),
});

export const validationBeforeAuthorization = defineProxyFault({
  name: "validation-before-authorization",
  summary: "The refusal of a denied status write lists the errors in its content.",
  breaks: ["authorization.before-version-and-validation"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (reply.status !== 403 || !isStatusWrite(request)) return reply;
      const tried = await server.send(withQuery(asAdministrator(request), { dryRun: "All" }));
      return tried.status === 409 || tried.status === 422 ? tried : reply;
    },
  }),
});

export const watchNotAuthorized = defineProxyFault({
  name: "watch-not-authorized",
  summary: "Any known caller may watch.",
  breaks: ["authorization.watch-is-authorized"],
  begin: changingWatches(asAdministrator),
});
