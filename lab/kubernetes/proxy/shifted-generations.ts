import type { JsonObject } from "#contract";
import { contentOf, isGranted, withObjects } from "./api-reply.ts";
import { isTrial, readingOf } from "./api-request.ts";
import type { ApiRequest } from "./api-request.ts";
import { isAboutState } from "./proxy-fault.ts";
import type { ProxyBehaviour } from "./proxy-fault.ts";
import { generationOf, metadataText, withMetadata } from "./stored-object.ts";

export interface CarriedOut {
  readonly request: ApiRequest;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Increases the generation of each object by an amount that accumulates with every write to it. */
export function shiftingGenerations(addedBy: (write: CarriedOut) => number): () => ProxyBehaviour {
  return () => {
    const extra = new Map<string, number>();
    const shifted = (object: JsonObject): JsonObject => {
      const generation = generationOf(object) + (extra.get(metadataText(object, "uid")) ?? 0);
      return withMetadata(object, { generation });
    };
    return {
      answer: async (request, server) => {
        const isWrite = request.method === "PUT" || request.method === "PATCH";
        const before = isWrite ? contentOf(await server.send(readingOf(request))) : {};
        const reply = await server.send(request);
        if (isWrite && isGranted(reply) && !isTrial(request)) {
          const after = contentOf(reply);
          const uid = metadataText(after, "uid");
          extra.set(uid, (extra.get(uid) ?? 0) + addedBy({ request, before, after }));
        }
        return withObjects(reply, shifted);
      },
      stream: () => (event) => [
        isAboutState(event) ? { ...event, object: shifted(event.object) } : event,
      ],
    };
  };
}
