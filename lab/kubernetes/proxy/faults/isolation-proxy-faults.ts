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
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { metadataText, partOf } from "../stored-object.ts";
import type { JsonObject } from "#contract";

export const createdWithStatus = defineProxyFault({
  name: "created-with-status",
  summary: "A status in a creation is stored.",
  breaks: ["isolation.create-never-stores-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { status } = bodyOf(request);
      if (!isCreation(request) || !isJsonObject(status) || !isGranted(reply)) return reply;
      const path = `${request.path}/${metadataText(contentOf(reply), "name")}`;
      const merged = await server.send(mergingInto({ ...request, path }, { status }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});

export const foreignMembersRefused = defineProxyFault({
  name: "foreign-members-refused",
  summary: "A status write with a spec or labels is rejected.",
  breaks: [
    "isolation.spec-in-status-write-is-ignored",
    "isolation.metadata-in-status-write-is-ignored",
    "isolation.echoed-object-is-accepted",
  ],
  begin: () => ({
    answer: (request, server) => {
      const body = bodyOf(request);
      const isForeign = "spec" in body || "labels" in partOf(body, "metadata");
      return isStatusWrite(request) && isForeign
        ? Promise.resolve(refusing(422, "Invalid", "Forbidden: this is a write of status"))
        : server.send(request);
    },
  }),
});

export const ignoredWriteTakesVersion = defineProxyFault({
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
});

export const labelsLostOnStatusWrite = defineProxyFault({
  name: "labels-lost-on-status-write",
  summary: "A replacement of the status removes the annotations of the object.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isReplacement = isStatusWrite(request) && formatOf(request) === "put";
      if (!isReplacement || isTrial(request) || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { annotations: null } }));
    },
  }),
});

export const labelsThroughStatusWrite = defineProxyFault({
  name: "labels-through-status-write",
  summary: "Labels and annotations in a status write are stored.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { labels = {}, annotations = {} } = partOf(bodyOf(request), "metadata");
      const count = [labels, annotations].flatMap((part) => Object.keys(part ?? {})).length;
      const isCarried = isStatusWrite(request) && !isTrial(request) && count > 0;
      if (!isCarried || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { labels, annotations } }));
    },
  }),
});

export const finalizersThroughStatusWrite = defineProxyFault({
  name: "finalizers-through-status-write",
  summary: "Finalizers in a status write are stored.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { finalizers } = partOf(bodyOf(request), "metadata");
      const isCarried = isStatusWrite(request) && !isTrial(request) && finalizers !== undefined;
      if (!isCarried || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { finalizers } }));
    },
  }),
});

export const ownersThroughStatusWrite = defineProxyFault({
  name: "owners-through-status-write",
  summary: "Owner references in a status write are stored.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { ownerReferences } = partOf(bodyOf(request), "metadata");
      const isCarried =
        isStatusWrite(request) && !isTrial(request) && ownerReferences !== undefined;
      if (!isCarried || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { ownerReferences } }));
    },
  }),
});

export const ownersLostOnStatusWrite = defineProxyFault({
  name: "owners-lost-on-status-write",
  summary: "A status write removes the owner references of the object.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { ownerReferences } = partOf(contentOf(reply), "metadata");
      const isHit = isStatusWrite(request) && !isTrial(request) && ownerReferences !== undefined;
      if (!isHit || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { ownerReferences: null } }));
    },
  }),
});

export const scaleStoredInStatus = defineProxyFault({
  name: "scale-stored-in-status",
  summary: "The status in a write of the scale is stored.",
  breaks: ["isolation.spec-write-never-changes-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { replicas: num = null } = partOf(bodyOf(request), "status");
      if (!isScaleWrite(request) || isTrial(request) || !isGranted(reply)) return reply;
      await server.send(mergingInto(request, { status: { num } }, "status"));
      return reply;
    },
  }),
});

export const openMembersDropped = defineProxyFault({
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
});

export const specThroughStatusWrite = defineProxyFault({
  name: "spec-through-status-write",
  summary: "A spec in a status write is stored.",
  breaks: ["isolation.status-write-never-changes-spec"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { spec } = bodyOf(request);
      const isCarried = isStatusWrite(request) && !isTrial(request) && isJsonObject(spec);
      if (!isCarried || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { spec }));
    },
  }),
});

export const statusDeletionDeletes = defineProxyFault({
  name: "status-deletion-deletes",
  summary: "A deletion that addresses the status deletes the object.",
  breaks: ["isolation.status-write-never-changes-spec"],
  begin: changingRequests((request) =>
    request.method === "DELETE" && request.resource?.subresource === "status"
      ? asRole({ ...request, path: objectPath(request) }, "author")
      : request,
  ),
});

export const statusForgottenIfOmitted = defineProxyFault({
  name: "status-forgotten-if-omitted",
  summary: "A replacement of the object without a status removes the stored status.",
  breaks: ["isolation.spec-write-never-changes-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isReplacement = isSpecWrite(request) && formatOf(request) === "put";
      const isHit = isReplacement && !isTrial(request) && isGranted(reply);
      const isOmitted = bodyOf(request)["status"] === undefined;
      if (!isHit || !isOmitted || contentOf(reply)["status"] === undefined) return reply;
      const merged = await server.send(mergingInto(request, { status: null }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});

export const statusForgottenOnSpecWrite = defineProxyFault({
  name: "status-forgotten-on-spec-write",
  summary: "A replacement of the object removes its status.",
  breaks: ["isolation.spec-write-never-changes-status", "allocation.survives-other-writes"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isReplacement = isSpecWrite(request) && formatOf(request) === "put";
      const isHit = isReplacement && !isTrial(request) && isGranted(reply);
      if (!isHit || contentOf(reply)["status"] === undefined) return reply;
      const merged = await server.send(mergingInto(request, { status: null }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});

export const statusInSpecWriteRefused = defineProxyFault({
  name: "status-in-spec-write-refused",
  summary:
    "A replacement of the object with a status that differs from the stored one is rejected.",
  breaks: ["isolation.status-in-spec-write-is-ignored"],
  begin: () => ({
    answer: async (request, server) => {
      const { status } = bodyOf(request);
      if (!isSpecWrite(request) || status === undefined) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return jsonEquals(status, stored["status"])
        ? server.send(request)
        : refusing(422, "Invalid", "status: Forbidden: this is no write of status");
    },
  }),
});

export const statusThroughApply = defineProxyFault({
  name: "status-through-apply",
  summary: "A status in an apply of the object is stored.",
  breaks: ["isolation.spec-write-never-changes-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { status } = bodyOf(request);
      const isApply = isSpecWrite(request) && formatOf(request) === "apply";
      const isCarried = isApply && !isTrial(request) && isJsonObject(status);
      if (!isCarried || !isGranted(reply)) return reply;
      const merged = await server.send(mergingInto(request, { status }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});

export const statusThroughMergePatch = defineProxyFault({
  name: "status-through-merge-patch",
  summary: "A status in a merge patch of the object is stored.",
  breaks: ["isolation.spec-write-never-changes-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { status } = bodyOf(request);
      const isMerge = isSpecWrite(request) && formatOf(request) === "merge";
      const isCarried = isMerge && !isTrial(request) && isJsonObject(status);
      if (!isCarried || !isGranted(reply)) return reply;
      const merged = await server.send(mergingInto(request, { status }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});

export const statusThroughSpecWrite = defineProxyFault({
  name: "status-through-spec-write",
  summary: "A status in a replacement of the object is stored.",
  breaks: ["isolation.spec-write-never-changes-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { status } = bodyOf(request);
      const isCarried = isSpecWrite(request) && !isTrial(request) && isJsonObject(status);
      if (!isCarried || !isGranted(reply)) return reply;
      const merged = await server.send(mergingInto(request, { status }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});

export const unknownMembersShown = defineProxyFault({
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
});
