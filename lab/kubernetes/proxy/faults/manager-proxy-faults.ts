import {
  asAdministrator,
  bodyOf,
  formatOf,
  isStatusWrite,
  isTrial,
  objectPath,
  withQuery,
} from "../api-request.ts";
import { answering, changingReplies, changingObjects, changingRequests } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { partOf, withMetadata, withoutMetadata } from "../stored-object.ts";
import { isGranted, refusing, withObjects } from "../api-reply.ts";
import type { JsonObject, JsonValue } from "#contract";

export const managerProxyFaults: readonly ProxyFault[] = [
  {
    name: "apply-creates",
    summary: "An apply to the status of a missing object creates the object.",
    breaks: ["write.apply-never-creates"],
    begin: changingReplies((reply, request, server) => {
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      if (!isApply || isTrial(request) || reply.status !== 404) return reply;
      const { headers, ...rest } = asAdministrator(request);
      const path = objectPath(request);
      return server.send({
        ...rest,
        method: "POST",
        path: path.slice(0, path.lastIndexOf("/")),
        query: {},
        headers: { ...headers, "content-type": "application/json" },
        text: JSON.stringify(withoutMetadata(bodyOf(request), "resourceVersion")),
      });
    }),
  },
  {
    name: "apply-refused-for-one-kind",
    summary: "An apply is rejected for a kind whose status has a default.",
    breaks: ["write.apply-works-for-every-kind"],
    begin: answering(async (request, server) => {
      const isDefaulted = request.resource?.plural.startsWith("widgetds") === true;
      return isDefaulted && isStatusWrite(request) && formatOf(request) === "apply"
        ? refusing(415, "UnsupportedMediaType", "apply is not supported for this kind")
        : server.send(request);
    }),
  },
  {
    name: "manager-filled-in",
    summary: "An apply without a manager is attributed to a default manager.",
    breaks: ["write.apply-needs-manager"],
    begin: changingRequests((request) => {
      const isNameless = (request.query["fieldManager"] ?? "") === "";
      return formatOf(request) === "apply" && isNameless
        ? withQuery(request, { fieldManager: "unknown" })
        : request;
    }),
  },
  {
    name: "manager-names-cut",
    summary: "An invalid name of a manager is truncated and cleaned until it is valid.",
    breaks: ["write.invalid-manager-refused"],
    begin: changingRequests((request) => {
      const { fieldManager } = request.query;
      if (fieldManager === undefined) return request;
      const cut = fieldManager.replace(/[^\x20-\x7e]/gu, "").slice(0, 128);
      return withQuery(request, { fieldManager: cut });
    }),
  },
  {
    name: "managers-taken-from-body",
    summary: "A merge patch of the status sets the managed fields.",
    breaks: ["write.managers-not-writable"],
    begin: () => {
      const sent = new Map<string, JsonValue>();
      return {
        answer: async (request, server) => {
          const reply = await server.send(request);
          const { managedFields } = partOf(bodyOf(request), "metadata");
          const isMerge = isStatusWrite(request) && formatOf(request) === "merge";
          const isHit = isMerge && isGranted(reply) && !isTrial(request);
          const path = objectPath(request);
          if (isHit && managedFields !== undefined) sent.set(path, managedFields);
          const shown = sent.get(path);
          if (shown === undefined) return reply;
          return withObjects(reply, (object: JsonObject) =>
            withMetadata(object, { managedFields: shown }),
          );
        },
      };
    },
  },
  {
    name: "managers-not-shown",
    summary: "No object has managed fields.",
    breaks: ["write.manager-is-recorded"],
    begin: changingObjects((object) => withoutMetadata(object, "managedFields")),
  },
];
