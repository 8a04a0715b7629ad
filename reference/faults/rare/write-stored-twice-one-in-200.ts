import { resourceVersion } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import type { WriteRequest } from "../../kinds/requests.ts";
import { defineFault } from "../../store/fault.ts";

/** A write whose acknowledgement from the storage is late is sent to it again, and both are stored. */
export const writeStoredTwiceOneIn200 = defineFault({
  name: "write-stored-twice-one-in-200",
  summary:
    "One status write in 200 is stored a second time, under another version than it was answered with.",
  phase: "history",
  breaks: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.version-changes-with-content",
    "write.stores-submitted-status",
  ],
  change: (rules) => {
    const isRare = oneIn(200);
    const repeated = new WeakSet<WriteRequest>();
    return {
      nextVersion: (newest, change) => {
        const version = rules.nextVersion(newest, change);
        if (change.request.verb !== "updateStatus" || !isRare()) return version;
        repeated.add(change.request);
        return version + 1;
      },
      reply: (request, stored) => {
        const reply = rules.reply(request, stored);
        if (!repeated.has(request)) return reply;
        const first = String(Number(reply.metadata.resourceVersion) - 1);
        return {
          ...reply,
          metadata: { ...reply.metadata, resourceVersion: resourceVersion(first) },
        };
      },
    };
  },
});
