import type { Resource, WatchEnd } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import type { Watch, WatchListener, WireRequest } from "../../port/target.ts";
import type { RefusalWords } from "../replies/classify.ts";
import { eventReader } from "./event-reader.ts";
import type { EventWords } from "./event-reader.ts";
import { onAbort } from "../../port/on-abort.ts";
import type { WatchOperation } from "../dialect/operations.ts";
import type { Planned } from "../requests/plan.ts";
import { readStreamEnd, socketData } from "./socket-reading.ts";
import type { Stream, StreamRequest, StreamSink } from "../../wire/streams/socket-connection.ts";

/** What a watch is opened with. */
export interface WatchParts {
  /** Opens the stream, over whichever transport. */
  readonly open: (request: StreamRequest, sink: StreamSink) => Stream;
  readonly planned: Planned<WatchOperation>;
  readonly words: RefusalWords;
  readonly request: WireRequest;
  /** Taken out of everything that comes back. */
  readonly secrets: Secrets;
  /** How many requests have been sent to the endpoint by now. Absent: events have other causes, and no bound. */
  readonly sent?: () => number;
  /** The preceding state, of targets that deliver it without a request. */
  readonly there?: readonly Resource[];
  /** What is known of the object with a uid. Nothing by default. */
  readonly known?: EventWords["known"];
}

/** Opens a watch. Aborting the signal closes it, at any time. */
export async function openWatch(
  parts: WatchParts,
  listener: WatchListener,
  signal: AbortSignal,
): Promise<Watch> {
  if (signal.aborted) return endedWatch(parts.request, listener, { end: "closed" });
  const sink = watchSink(parts, listener, (end) => stream.close(end));
  const stream: Stream = parts.open(parts.planned, sink);
  const release = onAbort(signal, () => stream.close());
  void stream.ended.then(release);
  await stream.sent;
  return { request: parts.request, [Symbol.asyncDispose]: async () => stream.close() };
}

/** A watch that has ended before it started. */
export function endedWatch(request: WireRequest, listener: WatchListener, end: WatchEnd): Watch {
  listener.ended(end);
  return { request, [Symbol.asyncDispose]: async () => {} };
}

/** How many events a watch delivers at most where nothing was sent: what may be there, and what others do. */
const mostUnasked = 20_000;

/** How many events one request may lead to. Objects that go with another one are many. */
const mostOfRequest = 20;

/** Says when a watch has delivered more than a run can have caused: all of it is kept, and memory has an end. */
function flood(sent: () => number): () => boolean {
  const before = sent();
  let events = 0;
  return () => {
    events += 1;
    return events > mostUnasked && events > mostUnasked + (sent() - before) * mostOfRequest;
  };
}

const flooded = {
  kind: "unintelligible",
  detail: "far more events than the requests of the run can have caused",
} as const;

function watchSink(
  { planned, words, secrets, sent, there = [], known }: WatchParts,
  listener: WatchListener,
  close: Stream["close"],
): StreamSink {
  const read = eventReader({ ...planned, there, ...(known === undefined ? {} : { known }) });
  const isFlood = sent === undefined ? (): boolean => false : flood(sent);
  return {
    next: (payload) => {
      const data = socketData(payload, secrets);
      const reading = read(data);
      switch (reading.kind) {
        case "events":
          for (const event of reading.events) {
            if (isFlood()) return close(flooded);
            listener.event(event);
          }
          return;
        case "errors":
        case "unintelligible":
          close(reading);
      }
    },
    ended: (end) => listener.ended(readStreamEnd(words, end, secrets)),
  };
}
