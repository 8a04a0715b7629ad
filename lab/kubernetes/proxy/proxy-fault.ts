import type { JsonObject, RequirementId } from "#contract";
import { withObjects } from "./api-reply.ts";
import type { ApiReply } from "./api-reply.ts";
import type { ApiRequest } from "./api-request.ts";

/** One line of a watch. */
export interface ApiEvent {
  readonly type: string;
  readonly object: JsonObject;
}

/** The server behind the proxy. */
export interface ApiServer {
  /** Sends a request and reads its whole reply. Rejects when there is none. */
  readonly send: (request: ApiRequest) => Promise<ApiReply>;
  /** Value of the header by which the administrator is let in. */
  readonly administrator: string;
}

/** Answers a request in the server's place, with its help. */
export type Answer = (request: ApiRequest, server: ApiServer) => Promise<ApiReply>;

/** What one stream shows instead of each event. */
export type StreamChange = (event: ApiEvent) => readonly ApiEvent[];

/** What a proxy does otherwise than to pass everything on. */
export interface ProxyBehaviour {
  /** Answers whatever is no watch. */
  readonly answer?: Answer;
  /** Answers every watch. */
  readonly watchAnswer?: ApiReply;
  /** Changes what a watch asks for. */
  readonly watching?: (request: ApiRequest) => ApiRequest;
  /** Makes the change of one stream. Absent: events pass. */
  readonly stream?: (request: ApiRequest) => StreamChange;
}

/** A way in which a proxy makes a correct API server wrong. */
export interface ProxyFault {
  /** Kebab-case, as its file. */
  readonly name: string;
  readonly summary: string;
  /** The requirements that must find it, the most direct one first. */
  readonly breaks: readonly RequirementId[];
  /** Whether it shows only on kinds that a check defines: then the trial cannot share those of the others. */
  readonly hasOwnKinds?: boolean;
  /** The behaviour of one proxy: what it remembers starts afresh. */
  readonly begin: () => ProxyBehaviour;
}

/** Declares a fault. */
export function defineProxyFault(fault: ProxyFault): ProxyFault {
  return fault;
}

/** Passes on a changed request. */
export function changingRequests(
  change: (request: ApiRequest) => ApiRequest,
): () => ProxyBehaviour {
  return () => ({ answer: (request, server) => server.send(change(request)) });
}

/** Passes back a changed reply. */
export function changingReplies(
  change: (reply: ApiReply, request: ApiRequest) => ApiReply,
): () => ProxyBehaviour {
  return () => ({
    answer: async (request, server) => change(await server.send(request), request),
  });
}

/** Shows every object otherwise than it is stored, in replies, lists and events. */
export function changingObjects(change: (object: JsonObject) => JsonObject): () => ProxyBehaviour {
  return () => ({
    answer: async (request, server) => withObjects(await server.send(request), change),
    stream: () => (event) => [
      isAboutState(event) ? { ...event, object: change(event.object) } : event,
    ],
  });
}

/** Shows other events than there were; each stream has a memory of its own. */
export function changingEvents(
  stream: (request: ApiRequest) => StreamChange,
): () => ProxyBehaviour {
  return () => ({ stream });
}

/** Passes on a changed wish to watch. */
export function changingWatches(change: (request: ApiRequest) => ApiRequest): () => ProxyBehaviour {
  return () => ({ watching: change });
}

/** Tells events that carry an object from bookmarks and complaints. */
export function isAboutState({ type }: ApiEvent): boolean {
  return type === "ADDED" || type === "MODIFIED" || type === "DELETED";
}
