import { resourceVersion } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** The event is queued before the transaction, and stays queued when that is rolled back. */
export const eventOfRefusedWriteOneIn200 = defineFault({
  name: "event-of-refused-write-one-in-200",
  summary: "One status write in 200 that is refused as stale is announced as if it were stored.",
  phase: "history",
  breaks: ["watch.one-event-per-write"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      announce: (outcome) => {
        const { result, request } = outcome;
        const isStale = result === "refused" && outcome.refusal.code === "CONFLICT";
        const stored = result === "refused" ? outcome.stored : undefined;
        const { status } = request.content;
        if (!isStale || stored === undefined || !status || !isRare())
          return rules.announce(outcome);
        // Under a version of its own, which no write was answered with.
        const version = Number(stored.metadata.resourceVersion) + 0.5;
        const metadata = { ...stored.metadata, resourceVersion: resourceVersion(String(version)) };
        return [
          { type: "MODIFIED", version, object: { ...stored, metadata, status }, before: stored },
        ];
      },
    };
  },
});
