import { addressOnSameHost, parseAddress, socketAddress } from "../../wire/http/address.ts";
import type { Address } from "../../wire/http/address.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { isWatchedOverSocket } from "../dialect/endpoint-places.ts";

export interface Places {
  readonly http: Address;
  readonly socket: Address;
  /** Absent if the endpoint has no event streams. */
  readonly eventStream?: Address;
}

/**
 * Resolves the addresses of an endpoint. The paths in a dialect never lead to another host.
 *
 * @throws TargetUnreachable when an address is not a URL with the right scheme.
 */
export function placesOf(
  given: { readonly endpoint: string; readonly webSocketEndpoint?: string },
  dialect: Dialect,
): Places {
  const { endpoint, eventStream } = dialect;
  const address = parseAddress(given.endpoint, ["http", "https"]);
  const beside = (path: string | undefined): Address =>
    path === undefined ? address : addressOnSameHost(address, path);
  const watches = endpoint?.watches;
  const isEventStream = !isWatchedOverSocket(dialect);
  const stream = isEventStream ? beside(watches?.path) : undefined;
  const streamPlace = eventStream === undefined ? stream : beside(eventStream.path);
  return {
    http: beside(endpoint?.queries?.path),
    socket:
      given.webSocketEndpoint === undefined
        ? socketAddress(isEventStream ? address : beside(watches?.path))
        : parseAddress(given.webSocketEndpoint, ["ws", "wss"]),
    ...(streamPlace === undefined ? {} : { eventStream: streamPlace }),
  };
}
