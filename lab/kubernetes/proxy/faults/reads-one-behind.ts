import type { JsonObject } from "#contract";
import { contentOf, granting, isGranted } from "../api-reply.ts";
import {
  isRead,
  isSpecWrite,
  isStatusWrite,
  isTrial,
  objectPath,
  readingOf,
} from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** Reads come from a copy that is one write behind. */
export const readsOneBehind = defineProxyFault({
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
        const isSame = metadataText(before ?? {}, "uid") === metadataText(contentOf(reply), "uid");
        return isKnown && isSame ? granting(before) : reply;
      },
    };
  },
});
