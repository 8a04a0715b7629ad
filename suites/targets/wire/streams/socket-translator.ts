/** For the client, in graphql-transport-ws; for the server, in its protocol; or the rejection of the connection. */
export type Translated =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "reply"; readonly text: string }
  | { readonly kind: "refusal"; readonly payload: unknown; readonly closeCode?: number };

/** Translates one connection between graphql-transport-ws, the protocol of the client, and the server's protocol. */
export interface SocketTranslator {
  /** Translates a message of the client to messages for the server. */
  sent(text: string): readonly string[];
  received(text: string): readonly Translated[];
  /** Resolves when the server has started the operation. Absent if the protocol does not tell. */
  started?(id: string): Promise<void>;
  /** A message that keeps an idle connection open. None by default. */
  readonly heartbeat?: { readonly everyMs: number; readonly text: string };
}
