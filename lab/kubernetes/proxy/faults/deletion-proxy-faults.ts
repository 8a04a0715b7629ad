import { contentOf, isGranted, refusing } from "../api-reply.ts";
import {
  asAdministrator,
  bodyOf,
  isCreation,
  isStatusWrite,
  isTrial,
  mergingInto,
  objectPath,
  readingOf,
  withBody,
  withQuery,
} from "../api-request.ts";
import { answering, changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { metadataText, partOf, without } from "../stored-object.ts";
import type { JsonObject, JsonValue } from "#contract";

export const deletionProxyFaults: readonly ProxyFault[] = [
  {
    name: "finalizers-ignored",
    summary: "A deleted object is removed although it still has finalizers.",
    breaks: ["deletion.waits-for-finalizers"],
    begin: changingReplies(async (reply, request, server) => {
      if (request.method !== "DELETE" || !isGranted(reply)) return reply;
      await server.send(mergingInto(request, { metadata: { finalizers: null } }));
      return reply;
    }),
  },
  {
    name: "dry-run-of-deletion-deletes",
    summary:
      "A dry run of a deletion deletes the object, whether requested in the query or the body.",
    breaks: ["deletion.dry-run-deletes-nothing"],
    begin: changingRequests((request) => {
      if (request.method !== "DELETE") return request;
      const { dryRun, ...body } = bodyOf(request);
      const inQuery = withQuery(request, { dryRun: undefined });
      return dryRun === undefined ? inQuery : withBody(inQuery, body);
    }),
  },
  {
    name: "status-refused-while-deleting",
    summary: "A status write to an object that is being deleted is rejected.",
    breaks: ["deletion.status-writes-go-on"],
    begin: answering(async (request, server) => {
      if (!isStatusWrite(request)) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return metadataText(stored, "deletionTimestamp") === ""
        ? server.send(request)
        : refusing(409, "Conflict", "the object is being deleted");
    }),
  },
  {
    name: "status-write-revives",
    summary: "A status write to a deleted object creates the object.",
    breaks: ["deletion.nothing-comes-back"],
    begin: () => {
      const known = new Map<string, JsonObject>();
      return {
        answer: async (request, server) => {
          const reply = await server.send(request);
          const path = objectPath(request);
          if (isStatusWrite(request) && isGranted(reply)) known.set(path, contentOf(reply));
          const gone = known.get(path);
          const isHit = isStatusWrite(request) && !isTrial(request) && reply.status === 404;
          if (!isHit || gone === undefined) return reply;
          return server.send({
            ...asAdministrator(request),
            method: "POST",
            path: path.slice(0, path.lastIndexOf("/")),
            query: {},
            headers: { ...asAdministrator(request).headers, "content-type": "application/json" },
            text: JSON.stringify({
              ...without(gone, "status"),
              metadata: { name: metadataText(gone, "name"), labels: labelsOf(gone) },
            }),
          });
        },
      };
    },
  },
  {
    name: "successor-inherits-status",
    summary: "A recreated object starts with the status of its predecessor.",
    breaks: ["deletion.successor-starts-afresh"],
    begin: () => {
      const statuses = new Map<string, JsonObject>();
      return {
        answer: async (request, server) => {
          const reply = await server.send(request);
          const content = contentOf(reply);
          const isStored = isStatusWrite(request) && isGranted(reply) && !isTrial(request);
          if (isStored) statuses.set(objectPath(request), partOf(content, "status"));
          const path = `${request.path}/${metadataText(content, "name")}`;
          const status = statuses.get(path);
          if (!isCreation(request) || !isGranted(reply) || status === undefined) return reply;
          return server.send(mergingInto({ ...request, path }, { status }, "status"));
        },
      };
    },
  },
];

function labelsOf(object: JsonObject): JsonValue {
  return partOf(object, "metadata")["labels"] ?? {};
}
