import { isJsonObject, jsonEquals } from "#contract";
import { contentOf, isGranted, refusing, withObjects } from "../api-reply.ts";
import {
  asRole,
  bodyOf,
  formatOf,
  isCreation,
  isScaleWrite,
  isSpecWrite,
  isStatusWrite,
  isTrial,
  mergingInto,
  objectPath,
  readingOf,
  withBody,
} from "../api-request.ts";
import { answering, changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ApiRequest } from "../api-request.ts";
import type { ProxyBehaviour, ProxyFault } from "../proxy-fault.ts";
import { metadataText, partOf } from "../stored-object.ts";
import type { JsonObject } from "#contract";

export const isolationProxyFaults: readonly ProxyFault[] = [
  {
    name: "created-with-status",
    summary: "A status in a creation is stored.",
    breaks: ["isolation.create-never-stores-status"],
    begin: changingReplies(async (reply, request, server) => {
      const { status } = bodyOf(request);
      if (!isCreation(request) || !isJsonObject(status) || !isGranted(reply)) return reply;
      const path = `${request.path}/${metadataText(contentOf(reply), "name")}`;
      const merged = await server.send(mergingInto({ ...request, path }, { status }, "status"));
      return isGranted(merged) ? merged : reply;
    }),
  },
  {
    name: "foreign-members-refused",
    summary: "A status write with a spec or labels is rejected.",
    breaks: [
      "isolation.spec-in-status-write-is-ignored",
      "isolation.metadata-in-status-write-is-ignored",
      "isolation.echoed-object-is-accepted",
    ],
    begin: answering((request, server) => {
      const body = bodyOf(request);
      const isForeign = "spec" in body || "labels" in partOf(body, "metadata");
      return isStatusWrite(request) && isForeign
        ? Promise.resolve(refusing(422, "Invalid", "Forbidden: this is a write of status"))
        : server.send(request);
    }),
  },
  {
    name: "ignored-write-takes-version",
    summary:
      "A status write that differs from the stored object only in dropped fields gets a new version.",
    breaks: ["isolation.ignored-write-is-no-op"],
    begin: () => {
      let count = 0;
      return {
        answer: async (request, server) => {
          const before = contentOf(await server.send(readingOf(request)));
          const reply = await server.send(request);
          const after = contentOf(reply);
          const isHit =
            isStatusWrite(request) &&
            isGranted(reply) &&
            !isTrial(request) &&
            metadataText(after, "resourceVersion") === metadataText(before, "resourceVersion");
          if (!isHit) return reply;
          count += 1;
          const annotations = { "conformance.example.com/proxy": String(count) };
          return server.send(mergingInto(request, { metadata: { annotations } }));
        },
      };
    },
  },
  {
    name: "labels-lost-on-status-write",
    summary: "A replacement of the status removes the annotations of the object.",
    breaks: ["isolation.status-write-never-changes-metadata"],
    begin: changingReplies((reply, request, server) => {
      const isReplacement = isStatusWrite(request) && formatOf(request) === "put";
      if (!isReplacement || isTrial(request) || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { annotations: null } }));
    }),
  },
  {
    name: "labels-through-status-write",
    summary: "Labels and annotations in a status write are stored.",
    breaks: ["isolation.status-write-never-changes-metadata"],
    begin: storingMetadata((metadata) => {
      const { labels = {}, annotations = {} } = metadata;
      const count = [labels, annotations].flatMap((part) => Object.keys(part ?? {})).length;
      return count > 0 ? { labels, annotations } : undefined;
    }),
  },
  {
    name: "finalizers-through-status-write",
    summary: "Finalizers in a status write are stored.",
    breaks: ["isolation.status-write-never-changes-metadata"],
    begin: storingMetadata(({ finalizers }) =>
      finalizers === undefined ? undefined : { finalizers },
    ),
  },
  {
    name: "owners-through-status-write",
    summary: "Owner references in a status write are stored.",
    breaks: ["isolation.status-write-never-changes-metadata"],
    begin: storingMetadata(({ ownerReferences }) =>
      ownerReferences === undefined ? undefined : { ownerReferences },
    ),
  },
  {
    name: "owners-lost-on-status-write",
    summary: "A status write removes the owner references of the object.",
    breaks: ["isolation.status-write-never-changes-metadata"],
    begin: changingReplies((reply, request, server) => {
      const { ownerReferences } = partOf(contentOf(reply), "metadata");
      const isHit = isStatusWrite(request) && !isTrial(request) && ownerReferences !== undefined;
      if (!isHit || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { ownerReferences: null } }));
    }),
  },
  {
    name: "scale-stored-in-status",
    summary: "The status in a write of the scale is stored.",
    breaks: ["isolation.spec-write-never-changes-status"],
    begin: changingReplies(async (reply, request, server) => {
      const { replicas: num = null } = partOf(bodyOf(request), "status");
      if (!isScaleWrite(request) || isTrial(request) || !isGranted(reply)) return reply;
      await server.send(mergingInto(request, { status: { num } }, "status"));
      return reply;
    }),
  },
  {
    name: "open-members-dropped",
    summary: "A kind that accepts any field drops fields that are objects.",
    breaks: ["isolation.open-members-are-stored"],
    begin: changingRequests((request) => {
      const isOpen = request.resource?.plural.startsWith("widgetus") === true;
      if (!isStatusWrite(request) || !isOpen) return request;
      const body = bodyOf(request);
      const members = Object.entries(partOf(body, "status"));
      const status = Object.fromEntries(members.filter(([, value]) => !isJsonObject(value)));
      return withBody(request, { ...body, status });
    }),
  },
  {
    name: "spec-patch-drops-owners",
    summary: "A merge patch of the spec removes the owner references that it omits.",
    breaks: ["write.spec-write-keeps-metadata"],
    begin: changingRequests((request) => {
      const { metadata, ...body } = bodyOf(request);
      const isPatch = isSpecWrite(request) && formatOf(request) === "merge";
      return isPatch && isJsonObject(body["spec"])
        ? withBody(request, {
            ...body,
            metadata: { ownerReferences: null, ...(isJsonObject(metadata) ? metadata : {}) },
          })
        : request;
    }),
  },
  {
    name: "spec-through-status-write",
    summary: "A spec in a status write is stored.",
    breaks: ["isolation.status-write-never-changes-spec"],
    begin: changingReplies((reply, request, server) => {
      const { spec } = bodyOf(request);
      const isCarried = isStatusWrite(request) && !isTrial(request) && isJsonObject(spec);
      if (!isCarried || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { spec }));
    }),
  },
  {
    name: "status-deletion-deletes",
    summary: "A deletion that addresses the status deletes the object.",
    breaks: ["isolation.status-write-never-changes-spec"],
    begin: changingRequests((request) =>
      request.method === "DELETE" && request.resource?.subresource === "status"
        ? asRole({ ...request, path: objectPath(request) }, "author")
        : request,
    ),
  },
  {
    name: "status-forgotten-if-omitted",
    summary: "A replacement of the object without a status removes the stored status.",
    breaks: ["isolation.spec-write-never-changes-status"],
    begin: clearingStatus((request) => bodyOf(request)["status"] === undefined),
  },
  {
    name: "status-forgotten-on-spec-write",
    summary: "A replacement of the object removes its status.",
    breaks: ["isolation.spec-write-never-changes-status", "allocation.survives-other-writes"],
    begin: clearingStatus(() => true),
  },
  {
    name: "status-in-spec-write-refused",
    summary:
      "A replacement of the object with a status that differs from the stored one is rejected.",
    breaks: ["isolation.status-in-spec-write-is-ignored"],
    begin: answering(async (request, server) => {
      const { status } = bodyOf(request);
      if (!isSpecWrite(request) || status === undefined) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return jsonEquals(status, stored["status"])
        ? server.send(request)
        : refusing(422, "Invalid", "status: Forbidden: this is no write of status");
    }),
  },
  {
    name: "status-through-apply",
    summary: "A status in an apply of the object is stored.",
    breaks: ["isolation.spec-write-never-changes-status"],
    begin: storingStatus((request) => isSpecWrite(request) && formatOf(request) === "apply"),
  },
  {
    name: "status-through-merge-patch",
    summary: "A status in a merge patch of the object is stored.",
    breaks: ["isolation.spec-write-never-changes-status"],
    begin: storingStatus((request) => isSpecWrite(request) && formatOf(request) === "merge"),
  },
  {
    name: "status-through-spec-write",
    summary: "A status in a replacement of the object is stored.",
    breaks: ["isolation.spec-write-never-changes-status"],
    begin: storingStatus(isSpecWrite),
  },
  {
    name: "unknown-members-shown",
    summary: "Undefined fields of a status write are returned by every read.",
    breaks: ["isolation.unknown-members-never-stored"],
    begin: () => {
      const sent = new Map<string, JsonObject>();
      return {
        answer: async (request, server) => {
          const reply = await server.send(request);
          const path = objectPath(request);
          if (isStatusWrite(request) && isGranted(reply) && !isTrial(request)) {
            sent.set(path, partOf(bodyOf(request), "status"));
          }
          const more = sent.get(path);
          if (more === undefined) return reply;
          return withObjects(reply, (object) => ({
            ...object,
            status: { ...more, ...partOf(object, "status") },
          }));
        },
      };
    },
  },
];

/** Stores the status in the body of these writes of the object. */
function storingStatus(carries: (request: ApiRequest) => boolean): () => ProxyBehaviour {
  return changingReplies(async (reply, request, server) => {
    const { status } = bodyOf(request);
    const isCarried = carries(request) && !isTrial(request) && isJsonObject(status);
    if (!isCarried || !isGranted(reply)) return reply;
    const merged = await server.send(mergingInto(request, { status }, "status"));
    return isGranted(merged) ? merged : reply;
  });
}

/** Clears the status after these replacements of the object. */
function clearingStatus(clears: (request: ApiRequest) => boolean): () => ProxyBehaviour {
  return changingReplies(async (reply, request, server) => {
    const isReplacement = isSpecWrite(request) && formatOf(request) === "put";
    const isHit = isReplacement && !isTrial(request) && isGranted(reply) && clears(request);
    if (!isHit || contentOf(reply)["status"] === undefined) return reply;
    const merged = await server.send(mergingInto(request, { status: null }, "status"));
    return isGranted(merged) ? merged : reply;
  });
}

/** Stores metadata in the body of status writes. */
function storingMetadata(
  carried: (metadata: JsonObject) => JsonObject | undefined,
): () => ProxyBehaviour {
  return changingReplies((reply, request, server) => {
    const metadata = carried(partOf(bodyOf(request), "metadata"));
    const isCarried = isStatusWrite(request) && !isTrial(request) && metadata !== undefined;
    return isCarried && isGranted(reply) ? server.send(mergingInto(request, { metadata })) : reply;
  });
}
