import { AbsintheTranslator } from "../../wire/streams/absinthe.ts";
import { ActionCableTranslator } from "../../wire/streams/action-cable.ts";
import { legacyTranslator } from "../../wire/streams/legacy-messages.ts";
import {
  appSyncAuthorization,
  appSyncQuery,
  AppSyncTranslator,
} from "../../wire/streams/appsync.ts";
import type { SocketProtocol } from "../../wire/streams/socket-connection.ts";
import type { Dialect } from "../dialect/dialect.ts";

const appSync: SocketProtocol = {
  subprotocol: "graphql-ws",
  query: ({ headers, url }) => appSyncQuery(appSyncAuthorization(headers, url)),
  translator: ({ headers, url }) => new AppSyncTranslator(appSyncAuthorization(headers, url)),
};

/** The protocol of a WebSocket. Undefined for graphql-transport-ws, and if watches use HTTP. */
export function socketProtocolOf({ endpoint }: Dialect): SocketProtocol | undefined {
  const { protocol, channel } = endpoint?.watches ?? {};
  if (protocol === "subscriptions-transport-ws") {
    return { subprotocol: "graphql-ws", translator: () => legacyTranslator };
  }
  if (protocol === "absinthe") {
    return { query: () => ({ vsn: "2.0.0" }), translator: () => new AbsintheTranslator() };
  }
  if (protocol === "appsync") return appSync;
  if (protocol !== "action-cable") return undefined;
  return {
    subprotocol: "actioncable-v1-json",
    needsOrigin: true,
    translator: () => new ActionCableTranslator(channel),
  };
}
