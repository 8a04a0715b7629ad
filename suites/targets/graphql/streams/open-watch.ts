import type { Resource, UnknownEvent, WatchEnd } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import type { Watch, WatchListener, WireRequest } from "../../port/target.ts";
import type { RefusalWords } from "../replies/classify.ts";
import { eventReader } from "./event-reader.ts";
import type { EventWords } from "./event-reader.ts";
import { onAbort } from "../../port/on-abort.ts";
import type { WatchOperation } from "../dialect/dialect-operations.ts";
import type { Planned } from "../requests/plan-command.ts";
import { withoutAliases } from "../schema/aliases.ts";
import { readStreamEnd, socketData } from "./socket-reading.ts";
import type { Stream, StreamRequest, StreamSink } from "../../wire/streams/socket-connection.ts";

export interface WatchParts {
  readonly open: (request: StreamRequest, sink: StreamSink) => Stream;
  readonly planned: Planned<WatchOperation>;
  readonly words: RefusalWords;
  readonly request: WireRequest;
  readonly secrets: Secrets;
  /**
   * Number of requests sent to the endpoint. If absent, other clients also cause events, and the number of events is
   * unlimited.
   */
  readonly sent?: () => number;
  /** The objects that existed before the watch, for targets that always deliver them. */
  readonly there?: readonly Resource[];
  /** Objects that responses contained. None by default. */
  readonly known?: EventWords["known"];
}

/** Opens a watch. Aborting the signal closes it at any time. */
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
  return {
    request: parts.request,
    ...(stream.pause === undefined ? {} : { pause: stream.pause }),
    [Symbol.asyncDispose]: async () => stream.close(),
  };
}

export function endedWatch(request: WireRequest, listener: WatchListener, end: WatchEnd): Watch {
  listener.ended(end);
  return { request, [Symbol.asyncDispose]: async () => {} };
}

/**
 * Maximum number of events that are not caused by the run's requests: initial events, and events that other clients
 * cause.
 */
const maxUnasked = 20_000;

/** Maximum number of events per request. A request may delete many objects. */
const maxOfRequest = 20;

/** Detects a watch with more events than a run could have caused, because all events are kept in memory. */
function flood(sent: () => number): () => boolean {
  const before = sent();
  let events = 0;
  return () => {
    events += 1;
    return events > maxUnasked && events > maxUnasked + (sent() - before) * maxOfRequest;
  };
}

const flooded = {
  kind: "unintelligible",
  detail: "far more events than the requests of the run could have caused",
} as const;

function watchSink(
  { planned, words, secrets, sent, there = [], known }: WatchParts,
  listener: WatchListener,
  close: Stream["close"],
): StreamSink {
  const read = eventReader({ ...planned, there, ...(known === undefined ? {} : { known }) });
  const isFlood = sent === undefined ? (): boolean => false : flood(sent);
  let unknownEvent: UnknownEvent | undefined;
  return {
    next: (payload) => {
      const data = withoutAliases(socketData(payload, secrets), planned.document);
      const reading = read(data);
      switch (reading.kind) {
        case "events":
          for (const event of reading.events) {
            if (isFlood()) return close(flooded);
            listener.event(event);
          }
          return;
        case "unintelligible":
          ({ unknownEvent } = reading);
          return close(reading);
        case "errors":
          close(reading);
      }
    },
    ended: (end) => {
      const ended = readStreamEnd(words, end, secrets);
      const found = unknownEvent === undefined ? {} : { unknownEvent };
      listener.ended(ended.end === "unintelligible" ? { ...ended, ...found } : ended);
    },
  };
}
