import type { Limits } from "#contract";
import type { Address } from "../../wire/http/address.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { SingleEventStreamTransport } from "../../wire/streams/event-stream-single.ts";
import { EventStreamTransport } from "../../wire/streams/event-stream-transport.ts";
import type { EventStreams } from "../../wire/streams/event-stream-transport.ts";
import { eventStreamFraming, multipartFraming } from "../../wire/streams/stream-framing.ts";
import { dialingOf } from "../../wire/http/forward-proxy.ts";
import type { Dialing } from "../../wire/http/forward-proxy.ts";

export interface EventStreamSurroundings extends Dialing {
  readonly userAgent: string;
  readonly limits: Pick<Limits, "watchOpenMs">;
}

/** The transport for watches over HTTP. Undefined if the endpoint has no address for such watches. */
export function eventStreamsAt(
  address: Address | undefined,
  { endpoint }: Dialect,
  { userAgent, limits, ...dialing }: EventStreamSurroundings,
): EventStreams | undefined {
  if (address === undefined) return undefined;
  const options = {
    address,
    userAgent,
    openMs: limits.watchOpenMs,
    ...dialingOf(dialing),
  };
  switch (endpoint?.watches?.protocol) {
    case "sse-single":
      return new SingleEventStreamTransport(options);
    case "multipart":
      return new EventStreamTransport(options, multipartFraming);
    case "sse":
    case "graphql-transport-ws":
    case "subscriptions-transport-ws":
    case "action-cable":
    case "absinthe":
    case "appsync":
    case undefined:
      return new EventStreamTransport(options, eventStreamFraming);
  }
}
