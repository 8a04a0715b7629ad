import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { isItems, partOf } from "../stored-object.ts";

/** Lists are added to, because nobody may lose an item. */
export const listsAreJoined = defineProxyFault({
  name: "lists-are-joined",
  summary: "A list in a merge patch of the status is joined with the stored one.",
  breaks: ["write.merge-patch-replaces-lists"],
  begin: () => ({
    answer: async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "merge") return server.send(request);
      const body = bodyOf(request);
      const written = partOf(body, "status");
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const endpoints = joined(stored["endpoints"], written["endpoints"]);
      if (endpoints === undefined) return server.send(request);
      return server.send(withBody(request, { ...body, status: { ...written, endpoints } }));
    },
  }),
});

function joined(
  stored: JsonValue | undefined,
  written: JsonValue | undefined,
): readonly JsonValue[] | undefined {
  if (!isItems(stored) || !isItems(written)) return undefined;
  const names = new Set(written.map(nameIn));
  return [...stored.filter((item) => !names.has(nameIn(item))), ...written];
}

function nameIn(item: JsonValue): JsonValue {
  return isJsonObject(item) ? (item["name"] ?? null) : null;
}
