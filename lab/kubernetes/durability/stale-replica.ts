import { isGranted } from "../proxy/api-reply.ts";
import type { ApiReply } from "../proxy/api-reply.ts";
import { isRead } from "../proxy/api-request.ts";
import type { ProxyBehaviour } from "../proxy/proxy-fault.ts";

/** A replica that nobody writes through and that is always behind: it shows what it found at the read before. */
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
