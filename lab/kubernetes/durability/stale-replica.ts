import { isGranted } from "../proxy/api-reply.ts";
import type { ApiReply } from "../proxy/api-reply.ts";
import { isRead } from "../proxy/api-request.ts";
import type { ProxyBehaviour } from "../proxy/proxy-fault.ts";

/** A read replica that is always stale, because it returns the result of the preceding read. */
export function staleReplica(): ProxyBehaviour {
  const found = new Map<string, ApiReply>();
  return {
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isRead(request) || !isGranted(reply)) return reply;
      const before = found.get(request.path) ?? reply;
      found.set(request.path, reply);
      return before;
    },
  };
}
