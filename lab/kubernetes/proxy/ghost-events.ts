import type { JsonObject } from "#contract";
import type { ApiReply } from "./api-reply.ts";
import type { ApiRequest, ApiResource } from "./api-request.ts";
import { isAboutState } from "./proxy-fault.ts";
import type { ApiServer, ProxyBehaviour } from "./proxy-fault.ts";
import { metadataText } from "./stored-object.ts";

export interface Answered {
  readonly request: ApiRequest;
  readonly reply: ApiReply;
  readonly server: ApiServer;
}

/** Returns the object for an event that reports a write which never happened. Undefined delivers no event. */
export type GhostOf = (answered: Answered) => Promise<JsonObject | undefined> | undefined;

interface Ghost {
  readonly plural: string;
  readonly object: JsonObject;
}

/**
 * Sends MODIFIED events for writes that never happened. The proxy acts only on events from the server, so each of these
 * events immediately precedes a genuine event. This is early enough, because checks wait for a later event.
 */
export function showingGhosts(ghostOf: GhostOf): () => ProxyBehaviour {
  return () => {
    const ghosts: Ghost[] = [];
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        const object = await ghostOf({ request, reply, server });
        const { resource } = request;
        if (object !== undefined && resource !== undefined) {
          ghosts.push({ plural: resource.plural, object });
        }
        return reply;
      },
      stream: ({ resource }) => {
        let shown = ghosts.length;
        return (event) => {
          if (!isAboutState(event)) return [event];
          const due = ghosts.slice(shown).filter((ghost) => isSeenAt(resource, ghost));
          shown = ghosts.length;
          return [...due.map(({ object }) => ({ type: "MODIFIED", object })), event];
        };
      },
    };
  };
}

function isSeenAt(resource: ApiResource | undefined, { plural, object }: Ghost): boolean {
  if (resource?.plural !== plural) return false;
  const { namespace } = resource;
  return namespace === undefined || namespace === metadataText(object, "namespace");
}
