import { contentOf, isGranted, refusing, withContent } from "../api-reply.ts";
import {
  changingObjects,
  changingReplies,
  changingRequests,
  defineProxyFault,
} from "../proxy-fault.ts";
import type { JsonObject, JsonValue } from "#contract";
import {
  bodyOf,
  formatOf,
  isScaleWrite,
  isSpecWrite,
  isStatusWrite,
  isTrial,
  patchOf,
  readingOf,
  withBody,
  withQuery,
} from "../api-request.ts";
import type { ApiRequest } from "../api-request.ts";
import { metadataText, withMetadata, withoutMetadata } from "../stored-object.ts";
import { isJsonObject } from "#contract";

export const conflictIsInternal = defineProxyFault({
  name: "conflict-is-internal",
  summary: "A stale write is rejected as an internal error.",
  breaks: ["concurrency.stale-status-write-conflicts"],
  begin: changingReplies((reply) =>
    contentOf(reply)["reason"] === "Conflict"
      ? refusing(500, "InternalError", "the object has been modified")
      : reply,
  ),
});

export const staleScaleAccepted = defineProxyFault({
  name: "stale-scale-accepted",
  summary: "A write of the scale ignores its version.",
  breaks: ["concurrency.stale-spec-write-conflicts"],
  begin: changingRequests((request) => {
    if (!isScaleWrite(request)) return request;
    const body = bodyOf(request);
    return withBody(request, withoutMetadata(body, "resourceVersion"));
  }),
});

export const noOpTakesVersion = defineProxyFault({
  name: "no-op-takes-version",
  summary: "A replacement of the status that changes nothing gives the object a new version.",
  breaks: ["concurrency.no-op-keeps-version"],
  begin: () => {
    let count = 0;
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        const isNoOp =
          isGranted(reply) &&
          isStatusWrite(request) &&
          !isTrial(request) &&
          metadataText(contentOf(reply), "resourceVersion") ===
            metadataText(bodyOf(request), "resourceVersion");
        if (!isNoOp) return reply;
        count += 1;
        return server.send(newManager(request, contentOf(reply), `proxy-${count}`));
      },
    };
  },
});

/** Creates an apply request that changes only managed fields. No smaller write changes the version. */
function newManager(request: ApiRequest, stored: JsonObject, fieldManager: string): ApiRequest {
  const { apiVersion = "", kind = "", status = {} } = stored;
  const metadata = { name: metadataText(stored, "name") };
  const headers = { ...request.headers, "content-type": "application/apply-patch+yaml" };
  const apply = { ...request, method: "PATCH", headers };
  return withQuery(withBody(apply, { apiVersion, kind, metadata, status }), {
    fieldManager,
    force: "true",
  });
}

export const replyShowsOldVersion = defineProxyFault({
  name: "reply-shows-old-version",
  summary: "The response to a status write has the version from before the write.",
  breaks: ["concurrency.version-changes-with-content"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request)) return server.send(request);
      const before = contentOf(await server.send(readingOf(request)));
      const reply = await server.send(request);
      if (!isGranted(reply)) return reply;
      const resourceVersion = metadataText(before, "resourceVersion");
      return withContent(reply, withMetadata(contentOf(reply), { resourceVersion }));
    },
  }),
});

export const staleApplyAccepted = defineProxyFault({
  name: "stale-apply-accepted",
  summary: "The version in an apply of the status is ignored.",
  breaks: ["concurrency.stale-apply-conflicts"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "apply"
      ? withBody(request, withoutMetadata(bodyOf(request), "resourceVersion"))
      : request,
  ),
});

export const staleJsonPatchAccepted = defineProxyFault({
  name: "stale-json-patch-accepted",
  summary: "The version in a JSON patch of the status is ignored.",
  breaks: ["concurrency.stale-json-patch-conflicts"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "json"
      ? withBody(request, patchOf(request).filter(isAboutContent))
      : request,
  ),
});

function isAboutContent(operation: JsonValue): boolean {
  return !isJsonObject(operation) || operation["path"] !== "/metadata/resourceVersion";
}

export const staleMergePatchAccepted = defineProxyFault({
  name: "stale-merge-patch-accepted",
  summary: "The version in a merge patch of the status is ignored.",
  breaks: ["concurrency.stale-merge-patch-conflicts"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "merge"
      ? withBody(request, withoutMetadata(bodyOf(request), "resourceVersion"))
      : request,
  ),
});

export const staleSpecMergePatchAccepted = defineProxyFault({
  name: "stale-spec-merge-patch-accepted",
  summary: "The version in a merge patch of the object is ignored.",
  breaks: ["concurrency.stale-spec-write-conflicts"],
  begin: changingRequests((request) =>
    isSpecWrite(request) && formatOf(request) === "merge"
      ? withBody(request, withoutMetadata(bodyOf(request), "resourceVersion"))
      : request,
  ),
});

export const staleSpecWriteRetried = defineProxyFault({
  name: "stale-spec-write-retried",
  summary: "A replacement of the spec that conflicts is retried with the current version.",
  breaks: ["concurrency.stale-spec-write-conflicts"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isSpecWrite(request) || formatOf(request) !== "put" || reply.status !== 409) {
        return reply;
      }
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      const body = withMetadata(bodyOf(request), { resourceVersion });
      return server.send(withBody(request, body));
    },
  }),
});

export const staleStatusWriteRetried = defineProxyFault({
  name: "stale-status-write-retried",
  summary: "A replacement of the status that conflicts is retried with the current version.",
  breaks: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "allocation.decision-is-guarded",
  ],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isStatusWrite(request) || formatOf(request) !== "put" || reply.status !== 409) {
        return reply;
      }
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      const body = withMetadata(bodyOf(request), { resourceVersion });
      return server.send(withBody(request, body));
    },
  }),
});

export const otherUidAccepted = defineProxyFault({
  name: "other-uid-accepted",
  summary: "A replacement of the status with the uid of another object is accepted.",
  breaks: ["concurrency.uid-precondition"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "put"
      ? withBody(request, withoutMetadata(bodyOf(request), "uid"))
      : request,
  ),
});

export const otherUidDeleted = defineProxyFault({
  name: "other-uid-deleted",
  summary: "The uid in the preconditions of a deletion is ignored.",
  breaks: ["concurrency.stale-deletion-conflicts"],
  begin: changingRequests((request) => {
    const { preconditions, ...body } = bodyOf(request);
    if (request.method !== "DELETE" || !isJsonObject(preconditions)) return request;
    const { uid: _uid, ...kept } = preconditions;
    return withBody(request, { ...body, preconditions: kept });
  }),
});

export const versionlessReplacementAccepted = defineProxyFault({
  name: "versionless-replacement-accepted",
  summary: "A replacement of the status without a version is accepted.",
  breaks: ["concurrency.replacement-needs-version", "concurrency.empty-version-refused"],
  begin: () => ({
    answer: async (request, server) => {
      const body = bodyOf(request);
      const isBare = metadataText(body, "resourceVersion") === "";
      if (formatOf(request) !== "put" || !isBare) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      return server.send(withBody(request, withMetadata(body, { resourceVersion })));
    },
  }),
});

export const versionlessWritesConflict = defineProxyFault({
  name: "versionless-writes-conflict",
  summary: "Of concurrent merge patches of a status without a version, only one is applied.",
  breaks: ["concurrency.versionless-writes-all-land"],
  begin: () => {
    const underWay = new Set<string>();
    return {
      answer: async (request, server) => {
        const { path } = request;
        const isMerge = isStatusWrite(request) && formatOf(request) === "merge";
        const isFree = metadataText(bodyOf(request), "resourceVersion") === "";
        if (!isMerge || !isFree) return server.send(request);
        if (underWay.has(path)) return refusing(409, "Conflict", "the object has been modified");
        underWay.add(path);
        try {
          return await server.send(request);
        } finally {
          underWay.delete(path);
        }
      },
    };
  },
});

export const versionsPadded = defineProxyFault({
  name: "versions-padded",
  summary: "Versions start with zeros.",
  breaks: ["concurrency.versions-are-comparable"],
  begin: changingObjects((object) =>
    withMetadata(object, { resourceVersion: `00${metadataText(object, "resourceVersion")}` }),
  ),
});
