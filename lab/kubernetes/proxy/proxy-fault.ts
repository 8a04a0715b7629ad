import type { JsonObject, RequirementId } from "#contract";
import { withObjects } from "./api-reply.ts";
import type { ApiReply } from "./api-reply.ts";
import type { ApiRequest } from "./api-request.ts";

export interface ApiEvent {
  readonly type: string;
  readonly object: JsonObject;
}

export interface ApiServer {
  readonly send: (request: ApiRequest) => Promise<ApiReply>;
  readonly administrator: string;
}

/** Responds to a request instead of the server. May send requests to the server. */
export type Answer = (request: ApiRequest, server: ApiServer) => Promise<ApiReply>;

export type StreamChange = (event: ApiEvent) => readonly ApiEvent[];

export interface ProxyBehaviour {
  readonly answer?: Answer;
  readonly watchAnswer?: ApiReply;
  readonly watching?: (request: ApiRequest) => ApiRequest;
  /** Creates the function that transforms a stream. By default, events are unchanged. */
  readonly stream?: (request: ApiRequest) => StreamChange;
}

export interface ProxyFault {
  /** The name in kebab case. */
  readonly name: string;
  readonly summary: string;
  /** The requirements that must detect the fault, most direct first. */
  readonly breaks: readonly RequirementId[];
  /**
   * Whether the fault is visible only on kinds that a check defines. Its probe then cannot share kinds with other
   * probes.
   */
  readonly hasOwnKinds?: boolean;
  readonly begin: () => ProxyBehaviour;
}

export function changingRequests(
  change: (request: ApiRequest) => ApiRequest,
): () => ProxyBehaviour {
  return answering((request, server) => server.send(change(request)));
}

export function answering(answer: Answer): () => ProxyBehaviour {
  return () => ({ answer });
}

export function changingReplies(
  change: (reply: ApiReply, request: ApiRequest, server: ApiServer) => ApiReply | Promise<ApiReply>,
): () => ProxyBehaviour {
  return answering(async (request, server) => change(await server.send(request), request, server));
}

export function changingObjects(change: (object: JsonObject) => JsonObject): () => ProxyBehaviour {
  return () => ({
    answer: async (request, server) => withObjects(await server.send(request), change),
    stream: () => (event) => [
      isAboutState(event) ? { ...event, object: change(event.object) } : event,
    ],
  });
}

/** Transforms events. Each stream has its own state. */
export function changingEvents(
  stream: (request: ApiRequest) => StreamChange,
): () => ProxyBehaviour {
  return () => ({ stream });
}

export function changingWatches(change: (request: ApiRequest) => ApiRequest): () => ProxyBehaviour {
  return () => ({ watching: change });
}

export function isAboutState({ type }: ApiEvent): boolean {
  return type === "ADDED" || type === "MODIFIED" || type === "DELETED";
}
