import {
  asAdministrator,
  bodyOf,
  formatOf,
  isCreation,
  isStatusWrite,
  readingOf,
  withBody,
  withQuery,
} from "../api-request.ts";
import { changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { metadataText, partOf, withMetadata } from "../stored-object.ts";
import { contentOf, isGranted, refusing } from "../api-reply.ts";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

export const errorProxyFaults: readonly ProxyFault[] = [
  {
    name: "body-name-ignored",
    summary:
      "A status write whose body names another object is accepted as if it named the right one.",
    breaks: ["errors.body-matches-address"],
    begin: changingRequests((request) => {
      const { resource } = request;
      const body = bodyOf(request);
      if (!isStatusWrite(request) || metadataText(body, "name") === "") return request;
      const name = resource?.name ?? "";
      const place = resource?.namespace === undefined ? {} : { namespace: resource.namespace };
      return withBody(request, withMetadata(body, { name, ...place }));
    }),
  },
  {
    name: "codes-alternate",
    summary: "Every second refusal of a status write to an object is reported as a bad request.",
    breaks: ["errors.stable-code"],
    begin: () => {
      const refusals = new Map<string, number>();
      return {
        answer: async (request, server) => {
          const reply = await server.send(request);
          if (!isStatusWrite(request) || isGranted(reply)) return reply;
          const count = (refusals.get(request.path) ?? 0) + 1;
          refusals.set(request.path, count);
          return count % 2 === 0 ? refusing(400, "BadRequest", "the request is wrong") : reply;
        },
      };
    },
  },
  {
    name: "duplicate-conditions-merged",
    summary: "If a status write has two conditions of one type, the last one is stored.",
    breaks: ["errors.duplicate-condition-refused"],
    begin: changingRequests((request) => {
      const body = bodyOf(request);
      const status = partOf(body, "status");
      const { conditions } = status;
      if (!isStatusWrite(request) || !isJsonList(conditions)) return request;
      const byType = new Map(conditions.map((condition) => [typeIn(condition), condition]));
      return withBody(request, {
        ...body,
        status: { ...status, conditions: [...byType.values()] },
      });
    }),
  },
  {
    name: "invalid-status-accepted",
    summary: "A status that violates the schema is accepted and dropped.",
    breaks: ["errors.invalid-status-refused"],
    begin: changingReplies((reply, request, server) => {
      if (!isStatusWrite(request) || reply.status !== 422) return reply;
      return server.send(readingOf(request));
    }),
  },
  {
    name: "missing-is-conflict",
    summary: "A status write to a missing object is rejected with a conflict.",
    breaks: ["errors.existence-before-version"],
    begin: changingReplies((reply, request) =>
      isStatusWrite(request) && reply.status === 404
        ? refusing(409, "Conflict", "the object has been modified")
        : reply,
    ),
  },
  {
    name: "missing-is-forbidden",
    summary: "A write to a missing object is rejected as forbidden.",
    breaks: ["errors.missing-object-not-found"],
    begin: changingReplies((reply, request) =>
      reply.status === 404 && request.method !== "GET"
        ? refusing(403, "Forbidden", "the object is not accessible")
        : reply,
    ),
  },
  {
    name: "options-after-existence",
    summary:
      "A status write to a missing object is rejected as not found, even with invalid options.",
    breaks: ["errors.options-before-existence"],
    begin: changingReplies(async (reply, request, server) => {
      if (!isStatusWrite(request) || isGranted(reply)) return reply;
      const found = await server.send(readingOf(request));
      return found.status === 404 ? found : reply;
    }),
  },
  {
    name: "reasons-are-one",
    summary: "A conflict and an invalid status are rejected in the same way.",
    breaks: ["errors.reasons-distinguishable"],
    begin: changingReplies((reply) =>
      contentOf(reply)["reason"] === "Conflict"
        ? refusing(422, "Invalid", "the object is invalid")
        : reply,
    ),
  },
  {
    name: "taken-name-is-overwritten",
    summary: "A creation with an existing name is accepted.",
    breaks: ["errors.existing-name-already-exists"],
    begin: changingReplies((reply, request, server) => {
      if (!isCreation(request) || reply.status !== 409) return reply;
      const path = `${request.path}/${metadataText(bodyOf(request), "name")}`;
      return server.send(readingOf({ ...request, path }));
    }),
  },
  {
    name: "validation-before-version",
    summary: "A replacement of the status that is stale and invalid is rejected as invalid.",
    breaks: ["errors.stale-and-invalid-order"],
    begin: changingReplies(async (reply, request, server) => {
      const isPut = isStatusWrite(request) && formatOf(request) === "put";
      if (!isPut || reply.status !== 409) return reply;
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      const current = withBody(request, withMetadata(bodyOf(request), { resourceVersion }));
      const tried = await server.send(withQuery(asAdministrator(current), { dryRun: "All" }));
      return tried.status === 422 ? tried : reply;
    }),
  },
];

function typeIn(condition: JsonValue): JsonValue {
  return isJsonObject(condition) ? (condition["type"] ?? null) : null;
}
