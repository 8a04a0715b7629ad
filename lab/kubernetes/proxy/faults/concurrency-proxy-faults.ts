import { contentOf, isGranted, refusing, withContent } from "../api-reply.ts";
import { answering, changingObjects, changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ProxyBehaviour, ProxyFault } from "../proxy-fault.ts";
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
import type { ApiRequest, WriteFormat } from "../api-request.ts";
import { metadataText, withMetadata, withoutMetadata } from "../stored-object.ts";
import { isJsonObject } from "#contract";

export const concurrencyProxyFaults: readonly ProxyFault[] = [
  {
    name: "conflict-is-internal",
    summary: "A stale write is rejected as an internal error.",
    breaks: ["concurrency.stale-status-write-conflicts"],
    begin: changingReplies((reply) =>
      contentOf(reply)["reason"] === "Conflict"
        ? refusing(500, "InternalError", "the object has been modified")
        : reply,
    ),
  },
  {
    name: "stale-scale-accepted",
    summary: "A write of the scale ignores its version.",
    breaks: ["concurrency.stale-spec-write-conflicts"],
    begin: changingRequests((request) => {
      if (!isScaleWrite(request)) return request;
      const body = bodyOf(request);
      return withBody(request, withoutMetadata(body, "resourceVersion"));
    }),
  },
  {
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
  },
  {
    name: "reply-shows-old-version",
    summary: "The response to a status write has the version from before the write.",
    breaks: ["concurrency.version-changes-with-content"],
    begin: answering(async (request, server) => {
      if (!isStatusWrite(request)) return server.send(request);
      const before = contentOf(await server.send(readingOf(request)));
      const reply = await server.send(request);
      if (!isGranted(reply)) return reply;
      const resourceVersion = metadataText(before, "resourceVersion");
      return withContent(reply, withMetadata(contentOf(reply), { resourceVersion }));
    }),
  },
  {
    name: "stale-apply-accepted",
    summary: "The version in an apply of the status is ignored.",
    breaks: ["concurrency.stale-apply-conflicts"],
    begin: ignoring("resourceVersion", isStatusWrite, "apply"),
  },
  {
    name: "stale-json-patch-accepted",
    summary: "The version in a JSON patch of the status is ignored.",
    breaks: ["concurrency.stale-json-patch-conflicts"],
    begin: changingRequests((request) =>
      isStatusWrite(request) && formatOf(request) === "json"
        ? withBody(request, patchOf(request).filter(isAboutContent))
        : request,
    ),
  },
  {
    name: "stale-merge-patch-accepted",
    summary: "The version in a merge patch of the status is ignored.",
    breaks: ["concurrency.stale-merge-patch-conflicts"],
    begin: ignoring("resourceVersion", isStatusWrite, "merge"),
  },
  {
    name: "stale-spec-merge-patch-accepted",
    summary: "The version in a merge patch of the object is ignored.",
    breaks: ["concurrency.stale-spec-write-conflicts"],
    begin: ignoring("resourceVersion", isSpecWrite, "merge"),
  },
  {
    name: "stale-spec-write-retried",
    summary: "A replacement of the spec that conflicts is retried with the current version.",
    breaks: ["concurrency.stale-spec-write-conflicts"],
    begin: retrying(isSpecWrite),
  },
  {
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
    begin: retrying(isStatusWrite),
  },
  {
    name: "other-uid-accepted",
    summary: "A replacement of the status with the uid of another object is accepted.",
    breaks: ["concurrency.uid-precondition"],
    begin: ignoring("uid", isStatusWrite, "put"),
  },
  {
    name: "other-uid-deleted",
    summary: "The uid in the preconditions of a deletion is ignored.",
    breaks: ["concurrency.stale-deletion-conflicts"],
    begin: changingRequests((request) => {
      const { preconditions, ...body } = bodyOf(request);
      if (request.method !== "DELETE" || !isJsonObject(preconditions)) return request;
      const { uid: _uid, ...kept } = preconditions;
      return withBody(request, { ...body, preconditions: kept });
    }),
  },
  {
    name: "versionless-replacement-accepted",
    summary: "A replacement of the status without a version is accepted.",
    breaks: ["concurrency.replacement-needs-version", "concurrency.empty-version-refused"],
    begin: answering(async (request, server) => {
      const body = bodyOf(request);
      const isBare = metadataText(body, "resourceVersion") === "";
      if (formatOf(request) !== "put" || !isBare) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      return server.send(withBody(request, withMetadata(body, { resourceVersion })));
    }),
  },
  {
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
  },
  {
    name: "versions-padded",
    summary: "Versions start with zeros.",
    breaks: ["concurrency.versions-are-comparable"],
    begin: changingObjects((object) =>
      withMetadata(object, { resourceVersion: `00${metadataText(object, "resourceVersion")}` }),
    ),
  },
];

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

function isAboutContent(operation: JsonValue): boolean {
  return !isJsonObject(operation) || operation["path"] !== "/metadata/resourceVersion";
}

/** Removes a precondition from these writes. */
function ignoring(
  member: "resourceVersion" | "uid",
  isConcerned: (request: ApiRequest) => boolean,
  format: WriteFormat,
): () => ProxyBehaviour {
  return changingRequests((request) =>
    isConcerned(request) && formatOf(request) === format
      ? withBody(request, withoutMetadata(bodyOf(request), member))
      : request,
  );
}

/** Retries these replacements with the current version if they conflict. */
function retrying(isConcerned: (request: ApiRequest) => boolean): () => ProxyBehaviour {
  return changingReplies(async (reply, request, server) => {
    const isReplacement = isConcerned(request) && formatOf(request) === "put";
    if (!isReplacement || reply.status !== 409) return reply;
    const stored = contentOf(await server.send(readingOf(request)));
    const resourceVersion = metadataText(stored, "resourceVersion");
    return server.send(withBody(request, withMetadata(bodyOf(request), { resourceVersion })));
  });
}
