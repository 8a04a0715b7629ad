import {
  bodyOf,
  formatOf,
  isList,
  isRead,
  isSpecWrite,
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
import { metadataText, partOf, withMetadata, without } from "../stored-object.ts";
import { contentOf, granting, isGranted, withObjects } from "../api-reply.ts";
import type { JsonObject, JsonValue } from "#contract";
import { isJsonList, isJsonObject } from "#contract";

const known: ReadonlySet<string | undefined> = new Set([undefined, "Ignore", "Strict", "Warn"]);

export const writeProxyFaults: readonly ProxyFault[] = [
  {
    name: "acknowledged-write-dropped",
    summary: "A status write is acknowledged but not stored.",
    breaks: ["write.stores-submitted-status", "write.visible-to-later-reads"],
    begin: changingRequests((request) =>
      isStatusWrite(request) ? withQuery(request, { dryRun: "All" }) : request,
    ),
  },
  {
    name: "bare-replacement-keeps-status",
    summary: "A replacement of the status by an object without one changes nothing.",
    breaks: ["write.replacement-without-status-removes-it"],
    begin: answering(async (request, server) => {
      const body = bodyOf(request);
      const isBare = formatOf(request) === "put" && !isJsonObject(body["status"]);
      if (!isStatusWrite(request) || !isBare) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return server.send(withBody(request, { ...body, status: partOf(stored, "status") }));
    }),
  },
  {
    name: "deletion-time-moves",
    summary: "A status write to an object that waits for finalizers changes its deletion time.",
    breaks: ["write.keeps-deletion-time"],
    begin: () => {
      const moved = new Set<string>();
      return {
        answer: async (request, server) => {
          const reply = await server.send(request);
          if (isStatusWrite(request) && isGranted(reply)) {
            moved.add(metadataText(contentOf(reply), "uid"));
          }
          return withObjects(reply, (object) =>
            moved.has(metadataText(object, "uid")) &&
            metadataText(object, "deletionTimestamp") !== ""
              ? withMetadata(object, { deletionTimestamp: "2099-01-01T00:00:00Z" })
              : object,
          );
        },
      };
    },
  },
  {
    name: "dry-run-accepts-everything",
    summary: "A dry run of any status write is accepted.",
    breaks: ["write.dry-run-is-decided-like-the-write"],
    begin: changingReplies((reply, request, server) => {
      if (!isStatusWrite(request) || !isTrial(request) || isGranted(reply)) return reply;
      return server.send(readingOf(request));
    }),
  },
  {
    name: "dry-run-shows-stored",
    summary: "The response to a dry run of a status write is the unchanged object.",
    breaks: ["write.dry-run-returns-the-result"],
    begin: changingReplies((reply, request, server) => {
      const isHit = isStatusWrite(request) && isTrial(request) && isGranted(reply);
      return isHit ? server.send(readingOf(request)) : reply;
    }),
  },
  {
    name: "dry-run-stores",
    summary: "A dry run of a status write is stored.",
    breaks: ["write.dry-run-stores-nothing"],
    begin: changingRequests((request) =>
      isStatusWrite(request) ? withQuery(request, { dryRun: undefined }) : request,
    ),
  },
  {
    name: "ignoring-validation-warns",
    summary: "Field validation Ignore warns of unknown fields.",
    breaks: ["write.ignoring-validation-drops-unknown-members"],
    begin: changingRequests((request) =>
      request.query["fieldValidation"] === "Ignore"
        ? withQuery(request, { fieldValidation: "Warn" })
        : request,
    ),
  },
  {
    name: "lists-are-joined",
    summary: "A list in a merge patch of the status is merged with the stored one.",
    breaks: ["write.merge-patch-replaces-lists"],
    begin: answering(async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "merge") return server.send(request);
      const body = bodyOf(request);
      const written = partOf(body, "status");
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const endpoints = joined(stored["endpoints"], written["endpoints"]);
      if (endpoints === undefined) return server.send(request);
      return server.send(withBody(request, { ...body, status: { ...written, endpoints } }));
    }),
  },
  {
    name: "lists-are-written-once",
    summary: "A merge patch of the status leaves existing lists unchanged.",
    breaks: ["write.lists-are-replaced", "write.merge-patch-replaces-lists"],
    begin: answering(async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "merge") return server.send(request);
      const body = bodyOf(request);
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const members = Object.entries(partOf(body, "status"));
      const kept = members.filter(([member]) => !isJsonList(stored[member]));
      return server.send(withBody(request, { ...body, status: Object.fromEntries(kept) }));
    }),
  },
  {
    name: "lists-one-behind",
    summary: "A list shows every object without its latest status.",
    breaks: ["write.visible-to-later-reads"],
    begin: changingReplies((reply, request) =>
      isList(request) ? withObjects(reply, (object) => without(object, "status")) : reply,
    ),
  },
  {
    name: "reads-one-behind",
    summary: "A read shows the object as it was before its last write.",
    breaks: ["write.visible-to-later-reads"],
    begin: () => {
      const replaced = new Map<string, JsonObject>();
      return {
        answer: async (request, server) => {
          const isWrite = isStatusWrite(request) || isSpecWrite(request);
          if (isWrite && !isTrial(request)) {
            const before = contentOf(await server.send(readingOf(request)));
            replaced.set(objectPath(request), before);
          }
          const reply = await server.send(request);
          const before = replaced.get(request.path);
          const isKnown = isRead(request) && isGranted(reply) && before !== undefined;
          const isSame =
            metadataText(before ?? {}, "uid") === metadataText(contentOf(reply), "uid");
          return isKnown && isSame ? granting(before) : reply;
        },
      };
    },
  },
  {
    name: "replacement-keeps-omitted",
    summary: "A replacement of the status keeps the fields that it omits.",
    breaks: ["write.replace-removes-omitted-members"],
    begin: answering(async (request, server) => {
      const body = bodyOf(request);
      if (!isStatusWrite(request) || formatOf(request) !== "put") return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const status = { ...partOf(stored, "status"), ...partOf(body, "status") };
      return server.send(withBody(request, { ...body, status }));
    }),
  },
  {
    name: "reply-without-spec",
    summary: "The response to a status write shows the object without its spec.",
    breaks: ["write.returns-complete-object"],
    begin: changingReplies((reply, request) =>
      isStatusWrite(request) ? withObjects(reply, (object) => without(object, "spec")) : reply,
    ),
  },
  {
    name: "status-mutation-without-subresource",
    summary: "A status write to a kind without a status subresource writes the object.",
    breaks: ["write.no-status-mutation-without-status"],
    begin: changingReplies((reply, request, server) => {
      const isPlain = request.resource?.plural.startsWith("gadget") === true;
      if (!isStatusWrite(request) || !isPlain || isGranted(reply)) return reply;
      return server.send(mergingInto(request, { status: bodyOf(request)["status"] ?? {} }));
    }),
  },
  {
    name: "strict-validation-ignored",
    summary: "Field validation Strict drops unknown fields.",
    breaks: ["write.strict-validation-refuses-unknown-members"],
    begin: changingRequests((request) =>
      request.query["fieldValidation"] === "Strict"
        ? withQuery(request, { fieldValidation: "Ignore" })
        : request,
    ),
  },
  {
    name: "uid-follows-version",
    summary: "The uid of an object changes with each write.",
    breaks: ["write.keeps-identity"],
    begin: changingReplies((reply) =>
      withObjects(reply, (object) =>
        withMetadata(object, {
          uid: `${metadataText(object, "uid")}-${metadataText(object, "resourceVersion")}`,
        }),
      ),
    ),
  },
  {
    name: "unknown-validation-mode-ignored",
    summary: "An unrecognized mode of field validation is ignored.",
    breaks: ["write.unknown-validation-mode-refused"],
    begin: changingRequests((request) =>
      known.has(request.query["fieldValidation"])
        ? request
        : withQuery(request, { fieldValidation: undefined }),
    ),
  },
  {
    name: "warnings-lost",
    summary: "No response contains a warning.",
    breaks: ["write.warning-validation-tells-unknown-members"],
    begin: changingReplies(({ headers, ...reply }) => ({
      ...reply,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "warning")),
    })),
  },
];

function joined(
  stored: JsonValue | undefined,
  written: JsonValue | undefined,
): readonly JsonValue[] | undefined {
  if (!isJsonList(stored) || !isJsonList(written)) return undefined;
  const names = new Set(written.map(nameIn));
  return [...stored.filter((item) => !names.has(nameIn(item))), ...written];
}

function nameIn(item: JsonValue): JsonValue {
  return isJsonObject(item) ? (item["name"] ?? null) : null;
}
