import { resourceVersion } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** The number of the reply is drawn once more when the transaction is tried again. */
export const replyTellsVersionAheadOneIn20 = defineFault({
  name: "reply-tells-version-ahead-one-in-20",
  summary: "The reply to one status write in 20 tells a version that was never stored.",
  line: "second",
  breaks: [
    "write.returns-complete-object",
    "write.stores-submitted-status",
    "write.visible-to-later-reads",
    "concurrency.stale-status-write-conflicts",
    "concurrency.one-winner",
    // The version that was told is soon that of another write.
    "concurrency.versions-advance",
    "watch.one-event-per-write",
    "watch.event-carries-stored-object",
  ],
  phase: "history",
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      reply: (request, stored) => {
        const told = rules.reply(request, stored);
        if (request.verb !== "updateStatus" || rules.isDryRun(request) || !isRare()) return told;
        const { metadata } = told;
        const ahead = resourceVersion(String(Number(metadata.resourceVersion) + 1));
        return { ...told, metadata: { ...metadata, resourceVersion: ahead } };
      },
    };
  },
});
